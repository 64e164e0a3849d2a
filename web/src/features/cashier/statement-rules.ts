import { moveReasons } from '@croupier/contract/cashier'

/** Purses whose movements the player can read, in the order of the page. */
export const statementPurses = ['main', 'bonus', 'betting_bonus', 'fun'] as const
export type StatementPurse = (typeof statementPurses)[number]

export const purseOf = (word: string | null): StatementPurse =>
  statementPurses.find((purse) => purse === word) ?? statementPurses[0]

export const movesPerPage = 20

/** A server that is newer than the page may name others. */
export const moveOf = (reason: string) => moveReasons.find((move) => move === reason) ?? 'other'

/** `deposit:12` and `withdrawal:12` are entries of the cashier and have a receipt. */
export function entryIdOf(ref: string): number | null {
  const [, id] = /^(?:deposit|withdrawal):(\d{1,15})$/.exec(ref) ?? []
  return id ? Number(id) : null
}

export const isOfBonus = (ref: string): boolean => /^bonus:\d{1,18}$/.test(ref)

/** A bet has its page in the history. */
export const betIdOf = (ref: string): string | null => /^bet:(\d{1,18})$/.exec(ref)?.[1] ?? null

/** Where the round of a line is told. Rounds of our own need no provider in the address. */
export function roundOf(ref: string): { round: string; provider?: string } | null {
  const [, provider, round] = /^round:([^:]+):(.+)$/s.exec(ref) ?? []
  if (!provider || !round) return null
  return provider === 'studio' ? { round } : { round, provider }
}
