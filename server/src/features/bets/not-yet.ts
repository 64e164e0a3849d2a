import type { Operation } from '../../context.ts'

// Stands in while these are built; each leaves this file when it is there.
const notYet = async (): Promise<never> => {
  throw new Error('not built yet')
}
export const quoteEdit: Operation<'bets.quoteEdit'> = notYet
export const editBet: Operation<'bets.edit'> = notYet
