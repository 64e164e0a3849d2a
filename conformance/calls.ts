import type { Table } from './kit.ts'

/** The header of a call that was made so many seconds from now. */
export const shifted = (seconds: number) => ({ 'x-timestamp': String(Date.now() + seconds * 1000) })

export type Bet = Record<string, unknown> & { transaction: string; round: string }

/** A bet of one unit under new ids. */
export const betOf = ({ seat, common, id, text, unit }: Table, said: Record<string, unknown> = {}): Bet => ({
  ...common,
  token: seat.token,
  amount: text(unit),
  ...said,
  transaction: id(),
  round: id(),
})

export const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))
