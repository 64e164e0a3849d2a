import { begin } from '../db/db.ts'
import { betsHouse } from '../features/bets/bets.ts'
import { sportsHouse } from '../features/sports/sports.ts'
import type { Command, Result, RunCommand } from './command.ts'

/** What the house may lose by bets, and what it takes none of. */

const done = (...lines: string[]): Result => ({ lines, code: 0 })
const could = (line: string): Result => ({ lines: [line], code: 1 })

const mostListed = 20

type By = Parameters<typeof betsHouse.exposure>[1]
const kinds: Readonly<Record<string, By>> = { '': 'outcome', outcomes: 'outcome', markets: 'market', events: 'event' }

/** One unit is one euro, or what it is worth in another currency. */
const units = (hundredths: bigint) => `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`

const show =
  (by: By): RunCommand =>
  async ({ db: { sql } }) => {
    const rows = await betsHouse.exposure(sql, by, mostListed)
    if (rows.length === 0) return done('No bet could cost the house anything.')
    const [events, markets] = await Promise.all([
      sportsHouse.nameEvents(
        sql,
        rows.map(({ eventId }) => eventId),
      ),
      sportsHouse.nameMarkets(
        sql,
        rows.map(({ marketId }) => marketId),
      ),
    ])
    return done(
      ...rows.map(({ eventId, marketId, outcome, profit }) => {
        const market = markets.get(marketId)
        const what = market ? `  market ${marketId} ${market.type} ${market.period} ${market.line}`.trimEnd() : ''
        return `${units(profit)}  event ${eventId} ${events.get(eventId) ?? ''}${what}  ${outcome}`.trimEnd()
      }),
    )
  }

type Scope = Parameters<typeof sportsHouse.openScope>[1]['scope']
const scopeOf = (word: string | undefined): Scope => (word === 'sport' || word === 'tournament' ? word : 'event')

const close =
  (scope: Scope, name: string, reason: string): RunCommand =>
  async ({ db }) => {
    const said = await begin(db, (tx) => sportsHouse.closeScope(tx, { scope, name, reason, actor: 'operator' }))
    return said === 'done'
      ? done(`The ${scope} ${name} takes no bets from now on; what runs is settled and can be cashed out.`)
      : could(`There is no ${scope} ${name}.`)
  }

const open =
  (scope: Scope, name: string): RunCommand =>
  async ({ db }) => {
    const wasClosed = await begin(db, (tx) => sportsHouse.openScope(tx, { scope, name }))
    return wasClosed ? done(`The ${scope} ${name} takes bets again.`) : could(`The ${scope} ${name} was not closed.`)
  }

const showClosed: RunCommand = async ({ db }) => {
  const rows = await sportsHouse.listSwitches(db.sql)
  if (rows.length === 0) return done('Every sport takes bets.')
  return done(
    ...rows.map(
      ({ scope, name, closedAt, actor, reason }) =>
        `${scope} ${name}  closed since ${closedAt.toISOString()} by ${actor}  ${reason}`,
    ),
  )
}

export const exposureCommands: Command[] = [
  {
    form: 'sports exposure [by]',
    about: 'what the house would lose at most, the largest first; by outcomes, markets or events',
    read: ({ words: [by = ''] }) => {
      const kind = kinds[by]
      return kind ? show(kind) : null
    },
  },
  { form: 'sports closed', about: 'what takes no bets, and why', read: () => showClosed },
  {
    form: 'sports close sport|tournament|event <name> <word> [words…]',
    about: 'takes no more bets on it; the player reads the words',
    read: ({ words: [scope, name = '', ...words] }) => close(scopeOf(scope), name, words.join(' ')),
  },
  {
    form: 'sports open sport|tournament|event <name>',
    about: 'takes bets on it again',
    read: ({ words: [scope, name = ''] }) => open(scopeOf(scope), name),
  },
]
