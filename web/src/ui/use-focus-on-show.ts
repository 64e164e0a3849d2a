import { type RefObject, useEffect } from 'react'

/**
 * Gives the focus to a field when it appears. A frame later: by then the dialog around it has noted
 * where the focus came from, and can give it back.
 */
export function useFocusOnShow(field: RefObject<HTMLElement | null>, isWanted = true) {
  useEffect(() => {
    if (!isWanted) return
    const frame = requestAnimationFrame(() => {
      const form = field.current?.closest('form')
      // A visitor who was quicker and writes in another field already keeps it.
      if (form?.querySelector('input:focus, select:focus, textarea:focus')) return
      field.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [field, isWanted])
}
