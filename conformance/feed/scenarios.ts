import type { FeedKind } from '../../sportsbook/src/feed.ts'

/** What goes wrong at the house, or on the way to it. */
export type Fault =
  /** The connection is cut before anything was heard. */
  | 'cut'
  /** Heard, and the answer is lost. */
  | 'lost'
  /** Heard, and half of the answer comes. */
  | 'half'
  /** 503, nothing was heard. */
  | 'busy'
  /** 500, and it was heard all the same. */
  | 'fault'
  /** Heard, and answered after three seconds. */
  | 'slow'
  /** Heard, and never answered. */
  | 'silent'
  /** The last messages are forgotten: they are wanted again. */
  | 'gap'
  /** All messages of the epoch are wanted again. */
  | 'forgotten'
  /** Another epoch is told now. */
  | 'epoch'
  /** Too little is known: a snapshot is wanted. */
  | 'snapshot'
  /** The house was put up anew and knows nothing at all. */
  | 'new'
  /** The clocks are apart. */
  | 'clock'
  /** The secret was changed on one side first. */
  | 'signature'

/** The next request with a message of this kind meets the fault, so many times in a row. */
export type Step = { on: FeedKind | 'any'; fault: Fault; times: number }
export type Scenario = { name: string; steps: readonly Step[]; isRestarted?: boolean }

const words: Record<Fault, string> = {
  cut: 'the connection is cut before it was heard',
  lost: 'it is heard and the answer is lost',
  half: 'half of the answer comes',
  busy: 'the house is too busy (503)',
  fault: 'the house fails after it has heard (500)',
  slow: 'the answer takes three seconds',
  silent: 'no answer comes',
  gap: 'the last messages are wanted again',
  forgotten: 'all messages are wanted again',
  epoch: 'another epoch is told now',
  snapshot: 'a snapshot is wanted',
  new: 'the house knows nothing any more',
  clock: 'the clocks are apart',
  signature: 'the secret is not believed',
}
const places: Record<Step['on'], string> = {
  any: 'any request',
  alive: 'an alive',
  tree: 'a tree',
  fixture: 'a fixture',
  prices: 'prices',
  stop: 'a stop',
  facts: 'facts',
  state: 'a state',
  result: 'a result',
  rollback: 'a rollback',
  cancel: 'a cancel',
  snapshot_begin: 'the beginning of a snapshot',
  snapshot_end: 'the end of a snapshot',
}

const one = (fault: Fault, on: Step['on'], times = 1): Scenario => ({
  name: `${places[on]}: ${words[fault]}${times > 1 ? `, ${times} times` : ''}`,
  steps: [{ on, fault, times }],
})
const withSnapshot = (fault: Fault, on: Step['on']): Scenario => ({
  name: `a snapshot is wanted, then ${places[on]}: ${words[fault]}`,
  steps: [
    { on: 'any', fault: 'snapshot', times: 1 },
    { on, fault, times: 1 },
  ],
})

const told = ['alive', 'prices', 'stop', 'facts', 'state', 'result'] as const

export const scenarios: readonly Scenario[] = [
  { name: 'nothing goes wrong', steps: [] },
  ...told.flatMap((on) => (['cut', 'lost', 'busy', 'fault'] as const).map((fault) => one(fault, on))),
  ...(['half', 'slow', 'silent', 'clock', 'signature'] as const).map((fault) => one(fault, 'any')),
  ...(['cut', 'lost', 'busy', 'clock'] as const).map((fault) => one(fault, 'any', 3)),
  ...(['gap', 'forgotten', 'epoch', 'snapshot', 'new'] as const).map((fault) => one(fault, 'any')),
  ...(['gap', 'epoch'] as const).map((fault) => one(fault, 'stop')),
  ...(['cut', 'lost', 'gap', 'epoch', 'new'] as const).map((fault) => withSnapshot(fault, 'snapshot_end')),
  withSnapshot('lost', 'snapshot_begin'),
  {
    name: 'an answer is lost, and then the last messages are wanted again',
    steps: [
      { on: 'any', fault: 'lost', times: 1 },
      { on: 'any', fault: 'gap', times: 1 },
    ],
  },
  {
    name: 'another epoch is told now, and the first word of the new one is lost',
    steps: [
      { on: 'any', fault: 'epoch', times: 1 },
      { on: 'snapshot_begin', fault: 'cut', times: 1 },
    ],
  },
  { name: 'the adapter is killed and started again', steps: [], isRestarted: true },
]
