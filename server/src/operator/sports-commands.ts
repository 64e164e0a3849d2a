import { type VoidReason, voidReasons } from '@croupier/sportsbook/rules/void-rules'
import { begin } from '../db/db.ts'
import { listProducers, sportsHouse } from '../features/sports/sports.ts'
import type { Command, Result, RunCommand } from './command.ts'
import { withAnnounce } from './with-announce.ts'

const done = (line: string): Result => ({ lines: [line], code: 0 })
const could = (line: string): Result => ({ lines: [line], code: 1 })
const idOf = (word: string) => (/^[1-9]\d{0,17}$/.test(word) ? BigInt(word) : null)

const showFeeds: RunCommand = async ({ db }) => {
  const lines = (await listProducers(db.sql)).map(({ name, state, epoch, seq, aliveAt, isSilent }) => {
    return `${name}  ${isSilent ? 'down' : state}  epoch ${epoch}, message ${seq}  last heard ${aliveAt?.toISOString() ?? 'never'}`
  })
  return { lines: lines.length > 0 ? lines : ['No producer has told anything.'], code: 0 }
}

const showDisputes: RunCommand = async ({ db }) => {
  const lines = (await sportsHouse.listDisputes(db.sql)).map(({ id, eventId, type, period, line }) =>
    `${id}  event ${eventId}  ${type} ${period} ${line}`.trimEnd(),
  )
  return { lines: lines.length > 0 ? lines : ['Nothing is disputed.'], code: 0 }
}

const mostActs = 50

const showActs: RunCommand = async ({ db }) => {
  const lines = (await sportsHouse.listActs(db.sql, mostActs)).map(({ at, actor, act, eventId, marketId, reason }) => {
    const about = marketId === null ? `event ${eventId}` : `market ${marketId}`
    return `${at.toISOString()}  ${actor}  ${act} ${about}  ${reason}`.trimEnd()
  })
  return { lines: lines.length > 0 ? lines : ['The operator has done nothing to them.'], code: 0 }
}

const byOperator = (reason: string) => ({ actor: 'operator', reason })

const close =
  (eventId: bigint, reason: string): RunCommand =>
  async ({ db }) => {
    const count = await begin(db, (tx) => sportsHouse.closeEvent(tx, eventId, byOperator(reason)))
    return done(`${count} markets are closed until you open the event.`)
  }

const open =
  (eventId: bigint): RunCommand =>
  async ({ db }) => {
    const count = await begin(db, (tx) => sportsHouse.openEvent(tx, eventId, byOperator('')))
    return count > 0 ? done(`${count} markets open with the next price.`) : could('Nothing of it was closed by you.')
  }

const ruled = {
  unknown: 'There is no such market.',
  'unknown outcome': 'The market has no such outcome.',
  'not closed': 'The market is not closed (close its event to make it void), or decided already: roll it back first.',
  'not decided': 'Nothing was decided about it.',
} as const

const rule =
  (id: bigint, ruling: Parameters<typeof sportsHouse.rule>[3]): RunCommand =>
  async ({ db }) => {
    const said = await withAnnounce(db, (announce) => begin(db, (tx) => sportsHouse.rule(tx, announce, id, ruling)))
    return said === 'done' ? done(`Market ${id} is decided.`) : could(ruled[said])
  }

const rollBack =
  (id: bigint, reason: string): RunCommand =>
  async ({ db }) => {
    const by = byOperator(reason)
    const said = await withAnnounce(db, (announce) => begin(db, (tx) => sportsHouse.rollBack(tx, announce, id, by)))
    return said === 'done' ? done(`Market ${id} waits for its next result.`) : could(ruled[said])
  }

const isVoidReason = (word: string): word is VoidReason => voidReasons.some((reason) => reason === word)

const withId = (word: string, run: (id: bigint) => RunCommand | null): RunCommand | null => {
  const id = idOf(word)
  return id === null ? null : run(id)
}

export const sportsCommands: Command[] = [
  { form: 'sports feeds', about: 'who tells of events, and when it was last heard', read: () => showFeeds },
  { form: 'sports disputes', about: 'results on which the feed and the facts differ', read: () => showDisputes },
  {
    form: 'sports close <event> <word> [words…]',
    about: 'stops betting on an event, whatever the feed says; the words are the reason',
    read: ({ words: [event = '', ...words] }) => withId(event, (id) => close(id, words.join(' '))),
  },
  {
    form: 'sports open <event>',
    about: 'lets the next price of the feed open it again',
    read: ({ words: [event = ''] }) => withId(event, open),
  },
  {
    form: 'sports result <market> <outcome> <word> [words…]',
    about: 'decides a closed or disputed market; the words are the reason',
    read: ({ words: [market = '', winner = '', ...words] }) =>
      withId(market, (id) => rule(id, { winner, ...byOperator(words.join(' ')) })),
  },
  {
    form: 'sports void <market> <reason> <word> [words…]',
    about: `gives stakes back, also on an event that you closed; the reason is one of ${voidReasons.join(', ')}`,
    read: ({ words: [market = '', reason = '', ...words] }) =>
      withId(market, (id) =>
        isVoidReason(reason) ? rule(id, { void: reason, ...byOperator(words.join(' ')) }) : null,
      ),
  },
  {
    form: 'sports rollback <market> <word> [words…]',
    about: 'takes the last result back; players whose bets are open again read the words',
    read: ({ words: [market = '', ...words] }) => withId(market, (id) => rollBack(id, words.join(' '))),
  },
  { form: 'sports acts', about: 'what the operator did to events and markets, and why', read: () => showActs },
]
