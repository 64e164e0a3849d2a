import type { FeedMessage } from '../../../sportsbook/src/feed.ts'
import type { Asked } from '../house.ts'
import { signed } from '../reference.ts'
import type { FeedRule } from '../rules.ts'

type Sent = Pick<Asked, 'path' | 'headers' | 'body'> & { isSecond?: boolean }
type Heard = { status: number; text: string } | null

/** Where a producer does not do what it should: with its messages, its requests, or the answers it gets. */
export type Lie = () => {
  messages?: (said: FeedMessage) => FeedMessage[]
  /** Null where it is not sent at all. */
  sent?: (sent: Sent, at: number) => Sent | null
  heard?: (heard: Heard, sent: Sent) => Heard
}

const bodyOf = ({ body }: Sent): { epoch: number; first: number; messages: FeedMessage[] } =>
  JSON.parse(body.toString())
const again = (sent: Sent, at: number, body: object): Sent => {
  const bytes = Buffer.from(JSON.stringify(body))
  return { ...sent, headers: signed('acme', 'a secret of two', at, bytes), body: bytes }
}
/** Something else under the number of such a message. */
function without(kind: FeedMessage['kind'], sent: Sent, at: number): Sent {
  const { messages, ...rest } = bodyOf(sent)
  return again(sent, at, { ...rest, messages: messages.map((said) => (said.kind === kind ? { kind: 'alive' } : said)) })
}
const yes = (next: number): Heard => ({
  status: 200,
  text: JSON.stringify({ result: 1, data: { next, snapshot: false } }),
})
const nextOf = (sent: Sent) => bodyOf(sent).first + bodyOf(sent).messages.length
const isRefused = (heard: Heard, reason: string) => heard?.text.includes(`"${reason}"`) ?? false

/** Changes messages of one kind. */
const changed =
  <Kind extends FeedMessage['kind']>(
    kind: Kind,
    change: (said: Extract<FeedMessage, { kind: Kind }>) => FeedMessage[],
  ): Lie =>
  () => ({ messages: (said) => (isOf(kind, said) ? change(said) : [said]) })
const isOf = <Kind extends FeedMessage['kind']>(
  kind: Kind,
  said: FeedMessage,
): said is Extract<FeedMessage, { kind: Kind }> => said.kind === kind

/** A list without its first. */
const withFirst = <Thing>([first, ...rest]: readonly Thing[], change: (first: Thing) => Thing): Thing[] =>
  first === undefined ? [] : [change(first), ...rest]

const manyCompetitors = Array.from({ length: 2_000 }, (_, at) => ({
  ref: `team-${at}`,
  sport: 'football',
  names: { en: 'x'.repeat(80), es: 'x'.repeat(80) },
  crest: '',
}))

export const lies: [what: string, rule: FeedRule, lie: Lie][] = [
  [
    'a signature of something else',
    'signature',
    () => ({ sent: (sent) => ({ ...sent, body: Buffer.concat([sent.body, Buffer.from(' ')]) }) }),
  ],
  [
    'another name',
    'signature',
    () => ({ sent: (sent) => ({ ...sent, headers: { ...sent.headers, 'x-producer': 'other' } }) }),
  ],
  [
    'a clock that is two minutes behind',
    'clock',
    () => ({ sent: (sent, at) => again(sent, at - 120_000, bodyOf(sent)) }),
  ],
  [
    'a time that is made once for all tries',
    'clock',
    () => {
      const times = new Map<number, number>()
      return {
        sent: (sent, at) => {
          const { first } = bodyOf(sent)
          times.set(first, times.get(first) ?? at)
          return again(sent, times.get(first) ?? at, bodyOf(sent))
        },
      }
    },
  ],
  [
    'everything in one request',
    'size',
    changed('tree', (said) => [{ ...said, competitors: [...said.competitors, ...manyCompetitors] }]),
  ],
  ['two requests at a time', 'one', () => ({ sent: (sent) => ({ ...sent, isSecond: true }) })],
  [
    'a price that is a fraction',
    'form',
    changed('prices', (said) => [
      { ...said, markets: withFirst(said.markets, (market) => ({ ...market, prices: [2.1, 3, 3] })) },
    ]),
  ],
  ['what was not heard is passed over', 'numbers', () => ({ heard: (heard, sent) => heard ?? yes(nextOf(sent)) })],
  [
    'what was not answered is not sent again',
    'again',
    () => ({ heard: (heard, sent) => (heard && heard.status < 500 ? heard : yes(nextOf(sent))) }),
  ],
  [
    'a number that is wanted again is not told again',
    'again',
    () => ({ heard: (heard, sent) => (isRefused(heard, 'SEQUENCE_GAP') ? yes(nextOf(sent)) : heard) }),
  ],
  [
    'another content under the same number',
    'content',
    () => {
      let count = 0
      return {
        sent: (sent, at) => {
          count += 1
          const { messages, ...rest } = bodyOf(sent)
          const told = messages.map((said) => (said.kind === 'state' ? { ...said, reason: `try ${count}` } : said))
          return again(sent, at, { ...rest, messages: told })
        },
      }
    },
  ],
  ['an epoch that is over goes on', 'epoch', () => ({ heard: (heard) => (isRefused(heard, 'EPOCH') ? null : heard) })],
  ['an epoch without a snapshot', 'epoch', () => ({ sent: (sent, at) => without('snapshot_begin', sent, at) })],
  [
    'no snapshot when it is wanted',
    'snapshot',
    () => ({
      heard: (heard) => heard && { ...heard, text: heard.text.replace('"snapshot":true', '"snapshot":false') },
    }),
  ],
  ['a snapshot without an end', 'snapshot', () => ({ sent: (sent, at) => without('snapshot_end', sent, at) })],
  ['an end of a snapshot that was none', 'snapshot', changed('rollback', (said) => [said, { kind: 'snapshot_end' }])],
  ['a snapshot without the facts', 'snapshot', changed('facts', (said) => (said.facts.length > 3 ? [] : [said]))],
  [
    'silence while nothing happens',
    'alive',
    () => ({ sent: (sent) => (bodyOf(sent).messages.every(({ kind }) => kind === 'alive') ? null : sent) }),
  ],
  ['an event that nobody knows', 'known', changed('stop', (said) => [{ ...said, event: 'stranger' }])],
  ['a side that nobody knows', 'known', changed('fixture', (said) => [{ ...said, home: 'greens' }])],
  [
    'a result of a market without prices',
    'known',
    changed('result', (said) => [{ ...said, markets: said.markets.map((market) => ({ ...market, period: 'h1' })) }]),
  ],
  ['a result taken back that was none', 'known', changed('rollback', (said) => [said, said])],
  [
    'a market that is none',
    'market',
    changed('prices', (said) => [
      { ...said, markets: withFirst(said.markets, (market) => ({ ...market, type: 'throw_ins' })) },
    ]),
  ],
  [
    'an outcome too few',
    'market',
    changed('prices', (said) => [
      {
        ...said,
        markets: said.markets.map((market) => ({
          ...market,
          prices: market.prices.slice(1),
          wins: market.wins.slice(1),
          backs: market.backs.slice(1),
        })),
      },
    ]),
  ],
  [
    'prices in another order than chances',
    'prices',
    changed('prices', (said) => [
      { ...said, markets: said.markets.map((market) => ({ ...market, prices: market.prices.toReversed() })) },
    ]),
  ],
  [
    'chances that are not whole',
    'prices',
    changed('prices', (said) => [
      { ...said, markets: said.markets.map((market) => ({ ...market, wins: market.wins.map((win) => win / 2) })) },
    ]),
  ],
  [
    'facts with a gap',
    'facts',
    changed('facts', (said) => [{ ...said, facts: said.facts.map((fact) => ({ ...fact, seq: fact.seq * 2 })) }]),
  ],
  [
    'facts that change',
    'facts',
    () => {
      let count = 0
      return {
        messages: (said) => {
          if (said.kind !== 'facts') return [said]
          count += 1
          return [
            {
              ...said,
              facts: said.facts.map((fact) =>
                fact.kind === 'goal' ? { ...fact, data: { ...fact.data, minute: count } } : fact,
              ),
            },
          ]
        },
      }
    },
  ],
  [
    'a fact of another sport',
    'facts',
    changed('facts', (said) => [
      { ...said, facts: said.facts.map((fact) => (fact.kind === 'goal' ? { ...fact, kind: 'point' } : fact)) },
    ]),
  ],
  ['prices after a goal without a stop', 'stop', changed('stop', () => [])],
  [
    'a match that begins again',
    'state',
    changed('state', (said) => (said.state === 'ended' ? [said, { ...said, state: 'live' }] : [said])),
  ],
  [
    'prices of a match that is over',
    'state',
    changed('prices', (said) => [
      { ...said, markets: said.markets.map((market) => ({ ...market, state: 'open' as const })) },
    ]),
  ],
  [
    'a result that facts do not bear',
    'result',
    changed('result', (said) => [
      {
        ...said,
        markets: said.markets.map((market) =>
          'outcomes' in market
            ? {
                ...market,
                outcomes: market.outcomes.map(([outcome, win, back, of]): [string, number, number, number] => [
                  outcome,
                  of - win,
                  back,
                  of,
                ]),
              }
            : market,
        ),
      },
    ]),
  ],
  [
    'void although play decided it',
    'result',
    changed('result', (said) => [
      {
        ...said,
        markets: said.markets.map(({ type, period, line }) => ({ type, period, line, void: 'CANCELLED' as const })),
      },
    ]),
  ],
  [
    'a result before the end',
    'result',
    changed('stop', (said) => [
      said,
      {
        kind: 'result',
        event: said.event,
        certainty: 'first',
        markets: [{ type: 'result', period: 'ft', line: null, outcomes: [['1', 1, 0, 1]] }],
      },
    ]),
  ],
]
