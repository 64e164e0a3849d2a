import type { Balances } from '@croupier/contract/methods/account'
import { useMemo, useSyncExternalStore } from 'react'
import { useShell } from '../shell.ts'
import { type GameBalance, isOutdated, pursesInGame, readBalances } from './balance-rules.ts'
import { forget, keep, kept, notes } from './browser-storage.ts'
import { tellTabs } from './other-tabs.ts'

/** Balances as last heard; null while the page may not know them, as after a log-out in another page of the browser. */
type BalanceState = { uid: number; balances: Balances | null; heardAt: number }

let known: BalanceState | null = null
/** Once this page is on its way out nothing is heard any more: a late push must not bring the note back. */
let isOver = false
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function set(next: BalanceState | null) {
  known = next
  for (const tell of listeners) tell()
}

/** Milliseconds; 0 when nothing was heard about this player. */
export const balanceHeardAt = (uid: number): number => (known?.uid === uid ? known.heardAt : 0)

type Heard = {
  balances: Balances
  /** When the question was asked; 0 for what came unasked. */
  askedAt?: number
  /** Other pages of the browser are told answers; a push reaches them by their own stream. */
  isForTabs?: boolean
}

export function hearBalance(uid: number, { balances, askedAt = 0, isForTabs = false }: Heard): void {
  if (isOver) return
  const before = known?.uid === uid ? known : null
  const version = balances.balance_version
  if (before?.balances) {
    const { heardAt } = before
    if (isOutdated({ version: before.balances.balance_version, heardAt }, { version, askedAt })) return
  }
  const heardAt = Date.now()
  // The same again changes only the moment: nothing is drawn anew.
  if (before?.balances && isSame(before.balances, balances)) known = { ...before, heardAt }
  else set({ uid, balances, heardAt })
  keep(notes.balances, JSON.stringify({ uid, at: heardAt, ...balances }))
  if (isForTabs) tellTabs({ kind: 'balance', uid, balances })
}

/** Nothing moved, and the account has not changed its currency, which a player without money may. */
const isSame = (a: Balances, b: Balances) =>
  a.balance_version === b.balance_version && a.balance_main.currency === b.balance_main.currency

/** What this browser last knew of this player, and since when. */
function keptBalance(uid: number): { balances: Balances; at: number } | null {
  try {
    const data = JSON.parse(kept(notes.balances) ?? 'null')
    const balances = readBalances(data)
    return balances && data.uid === uid && typeof data.at === 'number' ? { balances, at: data.at } : null
  } catch {
    return null
  }
}

/** Another page may have heard something since this one was asked for. What is older came before the page itself. */
export function hearKept(uid: number, since: number): void {
  const noted = keptBalance(uid)
  if (!noted) forget(notes.balances)
  else if (noted.at >= since) hearBalance(uid, { balances: noted.balances })
}

/** The page came back out of the browser's memory. Without a note the player logged out meanwhile: then nothing is shown until the house has answered. */
export function doubtBalance(uid: number): void {
  isOver = false
  if (!keptBalance(uid)) set({ uid, balances: null, heardAt: 0 })
}

/** On the way out: neither this page nor the next visitor of the browser sees it. */
export function forgetBalance(): void {
  isOver = true
  forget(notes.balances)
  if (known) set({ ...known, balances: null, heardAt: 0 })
}

/** What a game in its frame says it shows: the house's own word would tell the outcome before the game does. */
let told: GameBalance | null = null

export function showGameBalance(balance: GameBalance | null): void {
  told = balance
  for (const tell of listeners) tell()
}

function withGame(balances: Balances | null, game: typeof told): Balances | null {
  if (!balances || !game) return balances
  const { currency } = game.balance
  if (currency === balances.balance_fun.currency) return { ...balances, balance_fun: game.balance }
  if (currency !== balances.balance_main.currency) return balances
  const { main, bonus } = pursesInGame(game)
  return { ...balances, balance_main: main ?? balances.balance_main, balance_bonus: bonus ?? balances.balance_bonus }
}

/** Balances of the player: those that came with the page until something newer is heard. Null for guests, and while the page may not know. */
export function useBalances(): Balances | null {
  const { account } = useShell()
  const heard = useSyncExternalStore(
    subscribe,
    () => known,
    () => null,
  )
  const game = useSyncExternalStore(
    subscribe,
    () => told,
    () => null,
  )
  return useMemo(() => {
    if (!account) return null
    return withGame(heard && heard.uid === account.uid ? heard.balances : account, game)
  }, [account, heard, game])
}
