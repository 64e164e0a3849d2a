import type { Tx } from '../../../context.ts'
import { secretOf, type TableGame, tableGame } from './game.ts'
import { settleRound, type TableHouse } from './settle.ts'
import { dropShared, endChains, listTables, lockHolding, lockShared, readShared, setOver, tellTable } from './store.ts'

/**
 * Ends the round that is under way at every table as one that the house interrupted, and its chain with it: what the
 * chain holds may be known. Heights that were set in advance are paid, every other stake goes back; where the key of
 * the chain is lost, every stake.
 */
export async function retireTables(house: TableHouse): Promise<void> {
  for (const name of await listTables(house.sql)) {
    const game = tableGame(name)
    const ended = await house.begin((tx) => endTable(tx, { name, game, house }))
    if (game && ended !== null) await settleRound(house, game, ended)
  }
}

type Ending = { name: string; game: TableGame | null; house: Pick<TableHouse, 'keys' | 'log'> }

/** Under the lock of the table: no node goes on with it meanwhile. */
async function endTable(tx: Tx, { name, game, house }: Ending): Promise<bigint | null> {
  await lockHolding(tx, name)
  const shared = await readShared(tx, name)
  if (shared) await lockShared(tx, shared.id)
  const now = await readShared(tx, name)
  await endChains(tx, name)
  await tellTable(tx, name)
  if (!game || !now || now.phase === 'over') return null
  if (now.chain.salt === null) {
    await dropShared(tx, now.id)
    return null
  }
  const secret = await secretOf(game, now, house.keys).catch(() => {
    house.log.warn({ game: name }, 'the chain of a table cannot be opened with this chance-key: every stake goes back')
    return { point: null, link: null }
  })
  await setOver(tx, now.id, { ...secret, isInterrupted: true })
  return now.id
}
