import { studioGame } from '@croupier/studio/games'
import type { Tx } from '../../../context.ts'
import { ownIn } from '../../funding/funding.ts'
import { addDues, hitOf, potOf, potSeed, winPot } from '../../jackpots/jackpots.ts'
import type { Companion, Prize } from '../batch/companion.ts'
import type { Call } from '../batch/read-call.ts'
import { drawsOf } from '../own/seeds.ts'

type Pot = NonNullable<ReturnType<typeof potOf>>
type Hit = { call: Call; pot: Pot; level: Pot['levels'][number] }
type Due = { pot: string; currency: string; staked: bigint }

/** Stakes of the player's own money feed the pot of their game and may win it. */
export const potsCompanion: Companion = {
  name: 'pots',
  place: 'purses',
  async open(tx) {
    const dues = new Map<string, Due>()
    const hits: Hit[] = []
    return {
      took(call, step) {
        const own = step.round?.mode === 'real' ? ownIn(step.action.split) : 0n
        const found = own > 0n ? feed(call, own) : null
        if (!found) return
        const { pot, level } = found
        const name = `${pot.id}/${call.currency}`
        dues.set(name, { pot: pot.id, currency: call.currency, staked: (dues.get(name)?.staked ?? 0n) + own })
        if (level) hits.push({ call, pot, level })
      },
      settle: () => takePots(tx, hits),
      write: async () => {
        if (dues.size > 0) await addDues(tx, [...dues.values()])
      },
    }
  },
}

/** The pot of the round that begins, and the level that its own chance hit: a chance beside that of the game. */
function feed(
  { game, currency, chance }: Call,
  stake: bigint,
): (Omit<Hit, 'call' | 'level'> & { level: Hit['level'] | null }) | null {
  const pot = chance && potOf(studioGame(game)?.about.jackpot ?? '')
  if (!pot) return null
  const draws = drawsOf(chance.serverSeed, potSeed(chance.clientSeed), chance.nonce)
  return { pot, level: hitOf(pot, { stake, currency, draws }) }
}

/** The pots that were hit are emptied before anything is written. One hit of a level at a time: two run alone. */
async function takePots(tx: Tx, hits: Hit[]): Promise<Prize[]> {
  const levelOf = ({ pot, level, call }: Hit) => `${pot.id}/${level.sysname}/${call.currency}`
  if (new Set(hits.map(levelOf)).size < hits.length) throw new Error('one level of a pot was hit twice at once')
  // One order in every batch, or two of them could wait for each other.
  hits.sort((a, b) => (levelOf(a) < levelOf(b) ? -1 : 1))
  const prizes: Prize[] = []
  for (const { call, pot, level } of hits) {
    const { provider, round, transaction, currency, playerId } = call
    const { won, transfers } = await winPot(tx, { pot, level, playerId, round, currency })
    if (won > 0n)
      prizes.push({ provider, playerId, round, transaction, pot: pot.id, level: level.sysname, won, transfers })
  }
  return prizes
}
