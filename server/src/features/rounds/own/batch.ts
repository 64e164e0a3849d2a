import type { Config } from '../../../config.ts'
import type { OwnAsk } from '../../../ports/rounds.ts'
import type { Companion, MoneyCall } from '../batch/companion.ts'
import { playersOfHigherStakes } from '../jurisdiction.ts'
import type { ChanceKey } from '../sealed-chance.ts'
import { openOwnBooks } from './books.ts'
import { decideOwn } from './decide.ts'
import { isStale, studio } from './rules.ts'
import { firstSeeds } from './seeds.ts'
import { readPlays, writePlays } from './store.ts'

const by = 'own'

type OwnCall = OwnAsk & { by: typeof by; provider: string; isPrepayable: boolean }

/** A call of an own game as the batch takes it. */
export const ownCall = (ask: OwnAsk): OwnCall => ({
  ...ask,
  by,
  provider: studio,
  isPrepayable: ask.kind === 'play',
})

const isOwnCall = (call: MoneyCall): call is OwnCall => 'by' in call && call.by === by

type Options = { config: Pick<Config, 'jurisdiction'>; keys: ChanceKey }

/** Own rounds inside a batch: everything about them is read once, decided in memory and written once. */
export const ownCompanion = ({ config: { jurisdiction }, keys }: Options): Companion => ({
  name: by,
  place: 'own rounds',
  async open(tx, calls) {
    const own = calls.filter(isOwnCall)
    if (own.length === 0) return {}
    const rounds = [...new Set(own.map(({ round }) => round))]
    const staking = [...new Set(own.flatMap(({ kind, playerId }) => (kind === 'play' ? [playerId] : [])))]
    const [{ plays, seeds }, over25] = await Promise.all([
      readPlays(tx, { rounds, players: staking, keys }),
      playersOfHigherStakes(tx, jurisdiction, staking),
    ])
    const books = openOwnBooks(plays, seeds)
    const seeded = new Set(seeds.map(({ playerId }) => playerId))
    const newcomers = staking.filter((playerId) => !seeded.has(playerId))
    for (const fair of newcomers.length > 0 ? await firstSeeds(tx, newcomers, keys) : []) {
      books.addSeeds({ ...fair, lastMs: { slot: null, other: null } })
    }
    const isOver25 = (playerId: bigint) => over25.has(playerId)
    const cancelled = new Set(own.flatMap(({ kind, round }) => (kind === 'cancel' ? [round] : [])))
    return {
      // Rounds that become void: their stakes are needed.
      alsoRounds: plays
        .filter((play) => isStale(play) || cancelled.has(play.round))
        .map(({ round }) => ({ provider: studio, id: round })),
      decide(call, batch) {
        if (!isOwnCall(call)) throw new Error('a call of another companion')
        return decideOwn(call, { books, batch, jurisdiction, isOver25 })
      },
      prized: books.prized,
      async write() {
        const changes = books.changes()
        const { opened, changed, seeds: counted } = changes
        if (opened.length + changed.length + counted.length > 0) await writePlays(tx, changes)
      },
    }
  },
})
