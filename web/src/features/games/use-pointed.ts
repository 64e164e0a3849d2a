import { startTransition, useEffect, useState } from 'react'

/** The same line as in the styles: there Play and Try demo appear on the tile itself. */
const pointed = '(min-width: 992px) and (hover: hover)'

export const isPointed = () => matchMedia(pointed).matches

/** Whether tiles have links on them. A page begins without: a phone never shows them, and has forty tiles to make alive. */
export function usePointed(): boolean {
  const [is, setIs] = useState(false)
  useEffect(() => {
    const screen = matchMedia(pointed)
    const look = () => startTransition(() => setIs(screen.matches))
    look()
    screen.addEventListener('change', look)
    return () => screen.removeEventListener('change', look)
  }, [])
  return is
}
