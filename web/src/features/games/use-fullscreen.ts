import { useCallback, useEffect, useRef, useState } from 'react'
import { queue } from '../../dialogs/dialogs.ts'

/**
 * The whole screen for a game. The document gets it and the page fills it: dialogs and toasts stand beside the page, and
 * are seen only inside of what has the screen. Where the browser gives none (a phone of Apple's), the window is filled.
 */
export function useFullscreen() {
  const [isOn, setOn] = useState(false)
  const isWanted = useRef(false)

  const leave = useCallback(async () => {
    isWanted.current = false
    setOn(false)
    if (document.fullscreenElement) await document.exitFullscreen().catch(() => undefined)
  }, [])

  useEffect(() => {
    const onChange = () => {
      if (!document.fullscreenElement) setOn(false)
    }
    document.addEventListener('fullscreenchange', onChange)
    return () => {
      document.removeEventListener('fullscreenchange', onChange)
      void leave()
    }
  }, [leave])

  useEffect(() => {
    if (!isOn) return
    // Where a dialog stands above the game, Escape is the dialog's.
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape' && queue.shown().length === 0) void leave()
    }
    document.documentElement.classList.add('is-filled')
    document.addEventListener('keydown', onKey)
    return () => {
      document.documentElement.classList.remove('is-filled')
      document.removeEventListener('keydown', onKey)
    }
  }, [isOn, leave])

  const toggle = useCallback(async () => {
    if (isOn) return leave()
    isWanted.current = true
    setOn(true)
    await document.documentElement.requestFullscreen?.().catch(() => undefined)
    // The page may have been left while the browser made up its mind.
    if (!isWanted.current) await leave()
  }, [isOn, leave])

  return { isOn, toggle }
}
