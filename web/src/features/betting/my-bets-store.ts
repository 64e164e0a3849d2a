import type { WireBet } from '@croupier/contract/methods/bets'
import { useEffect, useSyncExternalStore } from 'react'
import { call } from '../../api.ts'
import { onTopic } from '../../session/stream-topics.ts'

/** The bets of a player that run, and those that ended while this page was open. */
export type MyBets = { uid: number; open: readonly WireBet[]; ended: readonly WireBet[]; isFailed: boolean }

let known: MyBets | null = null
const listeners = new Set<() => void>()

function set(next: MyBets) {
  known = next
  for (const tell of listeners) tell()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const mostOpen = 40
const mostEnded = 5

async function askOpen(): Promise<WireBet[]> {
  const [real, demo] = await Promise.all([
    call('bets.get', { states: 'open', mode: 'real', count: mostOpen }),
    call('bets.get', { states: 'open', mode: 'demo', count: mostOpen }),
  ])
  return [...real.items, ...demo.items]
}

/** What ran a moment ago and runs no more is asked for by its number: it stays in view with what became of it. */
async function askEnded(open: readonly WireBet[], before: readonly WireBet[]): Promise<WireBet[]> {
  const gone = before.filter(({ id }) => !open.some((bet) => bet.id === id)).slice(0, mostEnded)
  const found = await Promise.all(gone.map(({ id }) => call('bets.getBet', { id }).catch(() => null)))
  return found.flatMap((answer) => (answer ? [answer.bet] : []))
}

let asking: Promise<void> | null = null
let isWanted = false

async function ask(uid: number): Promise<void> {
  const before = known?.uid === uid ? known : null
  try {
    const open = await askOpen()
    const shown = [...(before?.open ?? []), ...(before?.ended ?? [])]
    const ended = await askEnded(open, shown)
    set({ uid, open, ended: ended.slice(0, mostEnded), isFailed: false })
  } catch {
    // What is known stays: it says itself how old a value is.
    set({ uid, open: before?.open ?? [], ended: before?.ended ?? [], isFailed: before === null || before.isFailed })
  }
}

/** Asks again; what changes while it is asked is asked for once more. */
export async function refreshMyBets(uid: number): Promise<void> {
  if (asking) {
    isWanted = true
    return asking
  }
  asking = ask(uid)
  await asking
  asking = null
  if (!isWanted) return
  isWanted = false
  await refreshMyBets(uid)
}

const news = new Set<() => void>()

/** This page did something to a bet: parts that show bets ask again, as after a word of the stream. */
export function tellBetsChanged(): void {
  for (const tell of news) tell()
}

/** Told when anything of the player's bets has changed. Returns how to stop. */
export function onBetsChanged(listener: () => void): () => void {
  news.add(listener)
  // Before the line was open, and while it was cut, something may have passed by unheard.
  const stops = [onTopic('bets', listener), onTopic('hello', listener)]
  return () => {
    news.delete(listener)
    for (const stop of stops) stop()
  }
}

/** Null for guests and until the first answer. */
export function useMyBets(uid: number | null): MyBets | null {
  const found = useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  )
  useEffect(() => {
    if (uid === null) return
    const renew = () => void refreshMyBets(uid)
    const onSeen = () => !document.hidden && renew()
    renew()
    const stop = onBetsChanged(renew)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [uid])
  return found?.uid === uid ? found : null
}
