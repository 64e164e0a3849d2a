import type { SportsFact } from '@croupier/contract/methods/sports'
import { createContext, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '../../api.ts'
import { mergeFacts } from './match-record.ts'

type Told = { id: number; record: readonly SportsFact[] }

/** The facts of an event: those that came with the page, and those that the stream says were told since. */
export function useRecord({ id, record: loaded }: Told, told: number): readonly SportsFact[] {
  const [fetched, setFetched] = useState<readonly SportsFact[]>([])
  const record = useMemo(() => mergeFacts(loaded, fetched), [loaded, fetched])
  const last = record.at(-1)?.seq ?? 0
  const missing = told - record.length
  useEffect(() => {
    if (missing <= 0) return
    let isWanted = true
    call('sports.getFacts', { event: id, after: last })
      .then(({ items }) => isWanted && setFetched((before) => mergeFacts(before, items)))
      // The next fact asks again.
      .catch(() => undefined)
    return () => {
      isWanted = false
    }
  }, [id, last, missing])
  return record
}

const settleMs = 1_000

/** Asks the loaders anew, a moment after what is shown has changed in a way that the stream does not tell whole. */
export function useAskAgain(sign: string): void {
  const { revalidate } = useRevalidator()
  const known = useRef(sign)
  useEffect(() => {
    if (known.current === sign) return
    known.current = sign
    const timer = setTimeout(revalidate, settleMs)
    return () => clearTimeout(timer)
  }, [sign, revalidate])
}

const againMs = 2_500
/** A market can be void without a word about each outcome: no page asks for ever. */
const mostAsks = 5

/** A market that the stream calls decided wants the results, which come with the whole event. */
export const ResultsContext = createContext<() => () => void>(() => () => undefined)

/** Asks again, a few times, while a page wants results. */
export function useResultsWanted(): () => () => void {
  const { revalidate } = useRevalidator()
  const state = useRef({ wanted: 0, asks: 0 })
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)
  useEffect(() => () => clearInterval(timer.current), [])
  return useCallback(() => {
    state.current = { wanted: state.current.wanted + 1, asks: 0 }
    clearInterval(timer.current)
    timer.current = setInterval(() => {
      state.current.asks += 1
      if (state.current.wanted === 0 || state.current.asks > mostAsks) clearInterval(timer.current)
      else revalidate()
    }, againMs)
    return () => {
      state.current.wanted -= 1
    }
  }, [revalidate])
}
