import { Refusal } from '@croupier/contract/refusals'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { effort } from '../../test/effort.ts'
import {
  bookOf,
  factsOf,
  fixtureOf,
  pricesOf,
  resultMarket,
  type SentMessage,
  testProducer,
  treeOf,
} from '../../test/feed.ts'

/**
 * A line that drops, doubles, delays and reorders, and a producer that is killed and comes back, leave the same book as
 * a line that does nothing of it.
 */

const db = await testDatabase()

/** Small and the same everywhere: a story is told again by its number. */
function chanceOf(seed: number) {
  let state = seed * 2_654_435_761 + 12_345
  return (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9) >>> 0
    return (state >>> 7) % below
  }
}

const events = ['one', 'two', 'three']

/** What a producer would tell in one evening, one message after the other. */
function story(seed: number): SentMessage[] {
  const draw = chanceOf(seed)
  const facts = new Map(events.map((event) => [event, 0]))
  const told: SentMessage[] = [
    { kind: 'snapshot_begin' },
    treeOf('football', ['reds', 'blues']),
    ...events.map((event) => fixtureOf(event)),
    ...events.map((event) => pricesOf(event, resultMarket([2180, 3320, 3420]))),
    { kind: 'snapshot_end' },
  ]
  for (let step = 0; step < 60; step += 1) {
    const event = events[draw(events.length)] ?? 'one'
    const next = (facts.get(event) ?? 0) + 1
    const kinds: (() => SentMessage)[] = [
      // Often what was said before, of one market or of both.
      () => pricesOf(event, resultMarket([2000, 3320, 3420])),
      () =>
        pricesOf(
          event,
          resultMarket([2000, 3320, 3420], { is_live: draw(3) > 0, state: draw(4) > 0 ? 'open' : 'suspended' }),
          resultMarket([2000, 3000, 3420], { line: null, type: 'double_chance' }),
        ),
      () => pricesOf(event, resultMarket([1500 + 10 * draw(90), 3320, 3420])),
      () => pricesOf(event, resultMarket([2000, 3000 + 20 * draw(20), 3420], { line: null, type: 'double_chance' })),
      () => ({ kind: 'stop', event, cause: draw(2) === 0 ? 'DANGER' : 'GOAL' }),
      () => ({ kind: 'alive' }),
      () => ({
        kind: 'state',
        event,
        state: draw(4) === 0 ? 'interrupted' : 'live',
        score: { ft: [draw(4), draw(4)] },
      }),
      () => {
        facts.set(event, next)
        return factsOf(event, next, ['goal', { side: draw(2) === 0 ? 1 : 2, minute: step }])
      },
    ]
    told.push(kinds[draw(kinds.length)]?.() ?? { kind: 'alive' })
  }
  return told
}

type Line = ReturnType<typeof testProducer>

/** Sends all of it in pieces; what is lost on the way, or refused, is sent again from where the house wants it. */
async function tellBadly(line: Line, told: readonly SentMessage[], draw: (below: number) => number) {
  let next = 1
  while (next <= told.length) {
    const from = Math.max(next - draw(6), 1)
    const first = draw(5) === 0 ? Math.min(from + 7, told.length) : from
    const messages = told.slice(first - 1, first - 1 + 1 + draw(12))
    if (draw(4) === 0) continue
    // The answer may be lost, and another copy may be under way.
    const copies = await Promise.allSettled(Array.from({ length: 1 + draw(2) }, () => line.post(first, messages)))
    for (const copy of copies) {
      if (copy.status === 'fulfilled') next = Math.max(next, copy.value.next)
      else {
        expect(copy.reason).toBeInstanceOf(Refusal)
        // Before the first word of an epoch nothing can be missing from it.
        const isEpoch = next === 1 && copy.reason instanceof Refusal && copy.reason.reason === 'EPOCH'
        if (!isEpoch) expect(copy.reason).toMatchObject({ reason: 'SEQUENCE_GAP', data: { expected: next } })
      }
    }
  }
}

describe('a bad line', () => {
  test.each(Array.from({ length: effort.feedStories }, (_, at) => at + 1))(
    'story %i ends in the same book',
    async (seed) => {
      const told = story(seed)
      const good = testProducer(db, `good-${seed}`, { isForgotten: true })
      const bad = testProducer(db, `bad-${seed}`)
      for (const message of told) await good.tell(message)
      await tellBadly(bad, told, chanceOf(seed + 1_000))
      expect(await bookOf(db, `bad-${seed}`)).toEqual(await bookOf(db, `good-${seed}`))
    },
  )
})
