import type { Balances } from '@croupier/contract/methods/account'
import { readBalances } from './balance-rules.ts'

/** What the open pages of one browser tell each other. Only our own origin can be heard on it. */
export type TabNews =
  /** The player did something, at that moment. */
  | { kind: 'active'; at: number }
  /** The reality check was answered. */
  | { kind: 'reality' }
  | { kind: 'signedOut' }
  /** The house answered one of them. */
  | { kind: 'balance'; uid: number; balances: Balances }
  /** The bet slip was changed: as it is kept. */
  | { kind: 'slip'; text: string }
  /** Bets were asked for, or put aside: as they are kept. */
  | { kind: 'placing'; text: string }

const name = 'croupier-session'

// Made on first use: this file is also loaded on the server, where nothing listens.
let channel: BroadcastChannel | null = null
const open = (): BroadcastChannel | null => {
  if (typeof window === 'undefined' || typeof BroadcastChannel === 'undefined') return null
  channel ??= new BroadcastChannel(name)
  return channel
}

export const tellTabs = (news: TabNews): void => open()?.postMessage(news)

export function onTabs(listener: (news: TabNews) => void): () => void {
  const heard = (event: MessageEvent<unknown>) => {
    const news = readNews(event.data)
    if (news) listener(news)
  }
  const opened = open()
  opened?.addEventListener('message', heard)
  return () => opened?.removeEventListener('message', heard)
}

/** A tab of an older or a newer build may say things that this one does not know. */
function readNews(data: unknown): TabNews | null {
  if (typeof data !== 'object' || data === null || !('kind' in data)) return null
  if (data.kind === 'reality' || data.kind === 'signedOut') return { kind: data.kind }
  if (data.kind === 'active' && 'at' in data && typeof data.at === 'number') return { kind: 'active', at: data.at }
  if ((data.kind === 'slip' || data.kind === 'placing') && 'text' in data && typeof data.text === 'string')
    return { kind: data.kind, text: data.text }
  if (data.kind === 'balance' && 'uid' in data && typeof data.uid === 'number' && 'balances' in data) {
    const balances = readBalances(data.balances)
    return balances && { kind: 'balance', uid: data.uid, balances }
  }
  return null
}
