import { pino } from 'pino'
import { begin } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { loyaltyHouse } from '../features/loyalty/loyalty.ts'
import { tournamentHouse } from '../features/tournaments/tournaments.ts'
import { campaignCommands } from './campaign-commands.ts'
import type { Command, Result, RunCommand, RunningSite } from './command.ts'
import { forPlayer } from './player-commands.ts'
import { withAnnounce } from './with-announce.ts'

const mostListed = 50
const no = (...lines: string[]): Result => ({ lines, code: 1 })
const unknown = (id: bigint) => no(`There is no tournament ${id}.`)

type Tournament = NonNullable<Awaited<ReturnType<typeof tournamentHouse.read>>>

function lineOf({ id, sysname, state, startsAt, endsAt, players }: Tournament): string {
  const phase = state === 'open' && startsAt > new Date() ? 'future' : state
  return `${id}  ${sysname}  ${startsAt.toISOString()} to ${endsAt.toISOString()}  ${phase}  ${players} players`
}

const list: RunCommand = async ({ db }) => {
  const { rows, total } = await tournamentHouse.list(db.sql, { status: 'all', ids: null, count: mostListed, offset: 0 })
  if (total === 0) return { lines: ['No tournament was ever made.'], code: 0 }
  const more = total > rows.length ? [`… and ${total - rows.length} more`] : []
  return { lines: [...rows.map(lineOf), ...more], code: 0 }
}

const show =
  (id: bigint): RunCommand =>
  async ({ db }) => {
    const tournament = await tournamentHouse.read(db.sql, id)
    if (!tournament) return unknown(id)
    const { definition, versionId, resultHash, note, cutAt, terms } = tournament
    const withheld = (await tournamentHouse.prizes(db.sql, [id], null)).filter(({ state }) => state === 'withheld')
    return {
      lines: [
        lineOf(tournament),
        `    of ${definition}, version ${versionId}, counts what was there by ${cutAt.toISOString()}`,
        ...(resultHash === null ? [] : [`    result ${resultHash}`]),
        ...(note === '' ? [] : [`    ${note}`]),
        ...withheld.map(({ place, playerId, kind }) => `    withheld: ${kind} of place ${place}, player ${playerId}`),
        JSON.stringify(terms, null, 2),
      ],
      code: 0,
    }
  }

const stop =
  (id: bigint, words: string): RunCommand =>
  async ({ db }) => {
    const isStopped = await begin(db, (tx) => tournamentHouse.cancel(tx, id, words))
    return isStopped
      ? { lines: [`Tournament ${id} is cancelled. Players read: ${words}`], code: 0 }
      : no(`Tournament ${id} is not there, or it is over.`)
  }

const recompute =
  (id: bigint): RunCommand =>
  async ({ db }) => {
    const found = await tournamentHouse.recompute(db.sql, id)
    if (!found) return no(`Tournament ${id} has no result.`)
    const { text, hash, stored } = found
    const isSame = hash === stored
    const lines = [
      ...text.split('\n').filter(Boolean),
      hash,
      isSame ? 'The stored result is the same.' : `The stored result is another one: ${stored}`,
    ]
    return { lines, code: isSame ? 0 : 1 }
  }

const late: RunCommand = async ({ db }) => {
  const lines = await tournamentHouse.late(db.sql)
  return { lines: lines.length > 0 ? lines : ['Nothing came too late.'], code: 0 }
}

const pay =
  (id: bigint): RunCommand =>
  async ({ db }) => {
    const house = { sql: db.sql, begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work) }
    const paid = await withAnnounce(db, (announce) =>
      tournamentHouse.pay(
        { ...house, log: pino({ level: 'silent' }) },
        { points: (tx, prize) => loyaltyHouse.givePrize(announce, tx, prize), goods: loyaltyHouse.orderPrize },
        id,
      ),
    )
    return { lines: [`${paid} prizes were paid.`], code: 0 }
  }

const takeOut =
  (id: bigint, login: string, words: string): RunCommand =>
  ({ db }: RunningSite) =>
    forPlayer(db, login, ({ playerId }) =>
      begin(db, async (tx): Promise<Result> => {
        await lockPlayer(tx, playerId)
        const tournament = await tournamentHouse.lock(tx, id)
        if (!tournament) return unknown(id)
        if (tournament.state !== 'open') return no(`Tournament ${id} is ${tournament.state}: its result stands.`)
        const isOut = await tournamentHouse.takeOut(tx, { tournamentId: id, playerId, state: 'out', note: words })
        return isOut
          ? { lines: [`${login} is off the board and reads: ${words}`], code: 0 }
          : no(`${login} is not in it.`)
      }),
    )

const byId = (run: (id: bigint, words: string) => RunCommand, needsWords = false): Command['read'] => {
  return ({ words: [id = '', ...rest] }) => {
    const text = rest.join(' ')
    return /^[1-9]\d{0,17}$/.test(id) && (!needsWords || text !== '') ? run(BigInt(id), text) : null
  }
}

const published = campaignCommands.find(({ form }) => form === 'campaigns publish <sysname> [word]')

export const tournamentCommands: Command[] = [
  { form: 'tournaments list', about: 'those that run, that come and that are over', read: () => list },
  { form: 'tournaments show <id>', about: 'times, rules and result of one', read: byId(show) },
  {
    form: 'tournaments publish <sysname> [word]',
    about: 'puts a tournament in force, as campaigns publish does; the word is publish',
    read: (input) =>
      published?.read({ ...input, words: [`tournaments/${input.words[0]}`, ...input.words.slice(1)] }) ?? null,
  },
  {
    form: 'tournaments stop <id> [words…]',
    about: 'cancels one that is not over; players read the words',
    read: byId(stop, true),
  },
  { form: 'tournaments recompute <id>', about: 'the result again from the books, and its hash', read: byId(recompute) },
  { form: 'tournaments late', about: 'what came after the cut of a result', read: () => late },
  { form: 'tournaments pay <id>', about: 'pays what is still owed', read: byId(pay) },
  {
    form: 'tournaments out <id> <login> [words…]',
    about: 'takes an entry off the board; the player reads the words',
    read: ({ words: [id = '', login = '', ...rest] }) =>
      /^[1-9]\d{0,17}$/.test(id) && rest.length > 0 ? takeOut(BigInt(id), login, rest.join(' ')) : null,
  },
]
