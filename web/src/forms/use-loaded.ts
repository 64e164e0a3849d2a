import { useCallback, useEffect, useState } from 'react'

export type Loaded<T> = { state: 'loading' } | { state: 'failed'; retry: () => void } | { state: 'ready'; value: T }

type Kept<T> = { key: string; answer: { value: T } | 'failed' }

/**
 * Asks again whenever the key changes or the visitor retries; a late answer to an older question is dropped.
 * While a new answer is on its way the old one stays, so that a form does not blink: `isFresh` tells them apart.
 */
export function useLoaded<T>(key: string, load: () => Promise<T>): Loaded<T> & { isFresh: boolean } {
  const [kept, setKept] = useState<Kept<T>>()
  const [round, setRound] = useState(0)
  const retry = useCallback(() => {
    setKept(undefined)
    setRound((count) => count + 1)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key and the round are the question.
  useEffect(() => {
    let isWanted = true
    load().then(
      (value) => isWanted && setKept({ key, answer: { value } }),
      () => isWanted && setKept({ key, answer: 'failed' }),
    )
    return () => {
      isWanted = false
    }
  }, [key, round])
  const isFresh = kept?.key === key
  if (!kept) return { state: 'loading', isFresh }
  return kept.answer === 'failed'
    ? { state: 'failed', retry, isFresh }
    : { state: 'ready', value: kept.answer.value, isFresh }
}
