import type { Config } from '../../../config.ts'
import type { Tx } from '../../../context.ts'
import type { TableAsk } from '../../../ports/rounds.ts'
import type { Companion, MoneyCall } from '../batch/companion.ts'
import { studio } from '../own/rules.ts'
import { clientSeedsOf } from '../own/seeds.ts'
import type { ChanceKey } from '../sealed-chance.ts'
import { decideAtTable, placeOf } from './decide.ts'
import { addPlays, endPlays, lockPlays, readOpenPlays, readPlaysNamed, type TablePlay } from './plays-store.ts'
import { linkOf } from './standing.ts'
import { fixSalt, lockSalt, lockSharedForStake, readClockMs, type Shared, tellTable } from './store.ts'

const by = 'table'

type TableCall = TableAsk & { by: typeof by; provider: string }

/** What a player wants of the table, as the batch takes it. */
export const tableCall = (ask: TableAsk): TableCall => ({ ...ask, by, provider: studio })

const isTableCall = (call: MoneyCall): call is TableCall => 'by' in call && call.by === by

type Options = { config: Pick<Config, 'jurisdiction'>; keys: ChanceKey }

/** Stakes and ends of the round that all players play together, inside a batch. */
export const tableCompanion = ({ config: { jurisdiction }, keys }: Options): Companion => ({
  name: by,
  place: 'own rounds',
  async open(tx, calls) {
    const own = calls.filter(isTableCall)
    if (own.length === 0) return {}
    const joins = own.flatMap((call) => (call.kind === 'join' ? [call] : []))
    const read = await readAll(tx, own, keys)
    const { tables, clientSeeds, waiting } = await lockTables(tx, joins, keys)
    // After all locks: a stake is on one side of the start, a touch on one side of the end.
    const nowMs = await readClockMs(tx)
    const joined = new Map<string, TablePlay>()
    const ended = new Map<string, TablePlay>()

    function keep(play: TablePlay) {
      read.plays.set(play.round, play)
      if (play.isOver) ended.set(play.round, play)
      else joined.set(play.round, play)
      if (play.isOver) read.open.delete(placeOf(play))
      else read.open.set(placeOf(play), play.round)
    }

    return {
      decide(call, batch) {
        if (!isTableCall(call)) throw new Error('a call of another companion')
        return decideAtTable(call, { ...read, batch, jurisdiction, nowMs, tables, clientSeeds, keep })
      },
      async write() {
        const plays = [...joined.values(), ...ended.values()]
        if (plays.length === 0) return
        const games = [...new Set(plays.map(({ game }) => game))]
        await Promise.all([
          ...waiting.map(({ chain: { id, salt } }) => (salt === null ? null : fixSalt(tx, id, salt))),
          joined.size > 0 ? addPlays(tx, [...joined.values()]) : null,
          ended.size > 0 ? endPlays(tx, [...ended.values()].map(endOf)) : null,
          ...games.map((game) => tellTable(tx, game)),
        ])
      },
    }
  },
})

const endOf = ({ round, choices, won }: TablePlay) => ({ round, end: choices.at(-1), won })

async function readAll(tx: Tx, calls: readonly TableCall[], keys: ChanceKey) {
  const joins = calls.filter(({ kind }) => kind === 'join')
  const leaves = calls.filter(({ kind }) => kind === 'leave')
  const roundsOf = (some: readonly TableCall[]) => [...new Set(some.map(({ round }) => round))]
  const [locked, named, open] = await Promise.all([
    leaves.length > 0 ? lockPlays(tx, roundsOf(leaves)) : [],
    joins.length > 0 ? readPlaysNamed(tx, roundsOf(joins)) : { plays: [], taken: new Set<string>() },
    joins.length > 0 ? readOpenPlays(tx, [...new Set(joins.map(({ playerId }) => playerId))]) : [],
  ])
  const links = new Map<string, Buffer | null>()
  for (const play of named.plays) links.set(play.round, await linkOf(tx, play, keys))
  return {
    plays: new Map([...named.plays, ...locked].map((play) => [play.round, play])),
    taken: named.taken,
    open: new Map(open.map((play) => [placeOf(play), play.round])),
    links,
  }
}

/** The starts of these tables wait until the batch is done. Those without a salt get it from the first stake. */
async function lockTables(tx: Tx, joins: readonly { game: string; playerId: bigint }[], keys: ChanceKey) {
  const tables = new Map<string, Shared | undefined>()
  for (const game of [...new Set(joins.map((join) => join.game))].sort()) {
    tables.set(game, await lockSharedForStake(tx, game))
  }
  const waiting = [...tables.values()].flatMap((table) => (table && table.chain.salt === null ? [table] : []))
  for (const { chain } of waiting) chain.salt = await lockSalt(tx, chain.id)
  const isSeedNeeded = waiting.some(({ chain }) => chain.salt === null)
  const clientSeeds = isSeedNeeded
    ? await clientSeedsOf(tx, [...new Set(joins.map(({ playerId }) => playerId))], keys)
    : new Map<bigint, string>()
  return { tables, clientSeeds, waiting }
}
