import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../../context.ts'
import { tableGame } from './game.ts'
import { listPast, readChain } from './view-store.ts'

export const getShared: Operation<'fairness.getShared'> = async ({ sql }, { game, count, offset }) => {
  const found = tableGame(game)
  const chain = found && (await readChain(sql, game))
  if (!chain) throw new Refusal('InvalidParameter:UNKNOWN_GAME', { message: 'No rounds are shared in this game' })
  const { id: chainId, terminal, salt, length, over } = chain
  const past = await listPast(sql, { game, chainId, count, offset })
  return {
    terminal_hash: terminal.toString('hex'),
    salt,
    length,
    items: past.map(({ id, place, link, point, endedMs }) => ({
      id: String(id),
      place,
      hash: link.toString('hex'),
      point: (Number(point) / 100).toFixed(2),
      at: new Date(endedMs).toISOString(),
    })),
    total: Number(over),
    offset,
    limit: count,
  }
}
