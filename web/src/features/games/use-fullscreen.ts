import { type RefObject, useCallback, useEffect, useState } from 'react'

/** The whole screen for an element; where the browser gives none (a phone of Apple's), the whole window. */
export function useFullscreen(element: RefObject<HTMLElement | null>) {
  const [isFull, setFull] = useState(false)
  const [isFilled, setFilled] = useState(false)

  useEffect(() => {
    const onChange = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === element.current)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [element])

  useEffect(() => {
    if (!isFilled) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setFilled(false)
    }
    document.documentElement.classList.add('is-filled')
    document.addEventListener('keydown', onKey)
    return () => {
      document.documentElement.classList.remove('is-filled')
      document.removeEventListener('keydown', onKey)
    }
  }, [isFilled])

  const toggle = useCallback(async () => {
    if (document.fullscreenElement) return document.exitFullscreen()
    if (isFilled) return setFilled(false)
    try {
      if (!element.current?.requestFullscreen) throw new Error('no whole screen here')
      await element.current.requestFullscreen()
    } catch {
      setFilled(true)
    }
  }, [element, isFilled])

  return { isOn: isFull || isFilled, isFilled, toggle }
}
