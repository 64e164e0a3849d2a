import { useRef, useState } from 'react'

/** One sending at a time: a second submit while the first is under way is ignored. */
export function useSend(): { isBusy: boolean; send: (work: () => Promise<unknown>) => Promise<void> } {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const send = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, send }
}
