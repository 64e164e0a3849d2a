import { currencyOf, toDecimal } from '@croupier/contract/money'
import { deadHeat, halfLost, halfWon, isResult, lost, voided, won } from '@croupier/sportsbook/result'
import { begin } from '../db/db.ts'
import { betsHouse, settlingHouse } from '../features/bets/bets.ts'
import { sportsHouse } from '../features/sports/sports.ts'
import type { Command, Result, RunCommand } from './command.ts'
import { withAnnounce } from './with-announce.ts'

type LegResult = typeof won

const done = (line: string): Result => ({ lines: [line], code: 0 })
const could = (line: string): Result => ({ lines: [line], code: 1 })

const idOf = (word: string) => (/^[1-9]\d{0,17}$/.test(word) ? BigInt(word) : null)

/** `2` is the second leg; `2.3` the third part of a builder that stands there. */
function legOf(word: string): { place: number; part: number } | null {
  const found = /^([1-9]\d?)(?:\.([1-6]))?$/.exec(word)
  return found ? { place: Number(found[1]) - 1, part: Number(found[2] ?? 0) } : null
}

const words: Readonly<Record<string, LegResult>> = {
  ...{ won, lost, void: voided },
  'half-won': halfWon,
  'half-lost': halfLost,
}

/** Null takes a ruling back; undefined is no result. */
function resultOf(word: string): LegResult | null | undefined {
  if (word === 'none') return null
  const heat = /^([1-9]\d?)\/([1-9]\d?)$/.exec(word)
  const result = heat ? deadHeat(Number(heat[1]), Number(heat[2])) : words[word]
  return result && isResult(result) ? result : undefined
}

const ruled = {
  unknown: 'There is no such bet.',
  over: 'The bet was refused or cashed out: it is over.',
  'unknown leg': 'The bet has no such leg.',
} as const

type Ruling = { betId: bigint; leg: { place: number; part: number }; result: LegResult | null; reason: string }

const rule =
  ({ betId, leg, result, reason }: Ruling): RunCommand =>
  ({ db }) =>
    withAnnounce(db, async (announce) => {
      const ctx = { announce, begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work) }
      const said = await settlingHouse.rule(ctx, { betId, ...leg, result, reason, actor: 'operator' })
      if (typeof said === 'string') return could(ruled[said])
      // What is too late to be taken back stands, whatever was ruled.
      return done(
        `Bet ${betId} is ${said.state} and has returned ${toDecimal(said.returned, currencyOf(said))} ${said.currency}.`,
      )
    })

const settle =
  (marketId: bigint, reason: string): RunCommand =>
  async ({ db }) => {
    const by = { actor: 'operator', reason }
    await begin(db, async (tx) => {
      await sportsHouse.noteAct(tx, 'settle', { marketId }, by)
      await settlingHouse.want(tx, [marketId], by)
    })
    return done(`The bets on market ${marketId} are looked at once more.`)
  }

const showStuck: RunCommand = async ({ db }) => {
  const lines = (await settlingHouse.listStuck(db.sql)).map(
    ({ betId, fault, at }) => `${betId}  since ${at.toISOString()}  ${fault}`,
  )
  return { lines: lines.length > 0 ? lines : ['Every bet that is decided is settled.'], code: 0 }
}

const verify: RunCommand = async ({ db }) => {
  const { players, faults } = await betsHouse.verifyHolds({ sql: db.sql, begin: (work) => begin(db, work) })
  if (faults.length === 0) return done(`The holds of ${players} players agree with their bets.`)
  return { lines: [...faults.slice(0, 50), `${faults.length} faults in the holds of ${players} players.`], code: 1 }
}

export const settleCommands: Command[] = [
  {
    form: 'bets ruling <bet> <leg> <result> <word> [words…]',
    about:
      'decides one leg of one bet, whatever its market says; result: won, lost, void, half-won, half-lost, 1/2, none; the player reads the words',
    read: ({ words: [bet = '', leg = '', result = '', ...rest] }) => {
      const [betId, place, outcome] = [idOf(bet), legOf(leg), resultOf(result)]
      if (betId === null || place === null || outcome === undefined) return null
      return rule({ betId, leg: place, result: outcome, reason: rest.join(' ') })
    },
  },
  {
    form: 'bets settle <market> <word> [words…]',
    about: 'looks at all bets on a market once more; where that changes a bet, its player reads the words',
    read: ({ words: [market = '', ...rest] }) => {
      const id = idOf(market)
      return id === null ? null : settle(id, rest.join(' '))
    },
  },
  { form: 'bets stuck', about: 'bets that could not be settled, and why', read: () => showStuck },
  {
    form: 'bets verify',
    about: 'proves what is held for bets against the stakes of those that run; ends with 1 on a difference',
    read: () => verify,
  },
]
