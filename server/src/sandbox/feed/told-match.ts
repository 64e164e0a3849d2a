import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { FeedMessage } from '@croupier/sportsbook/feed'
import type { Fixture } from '@croupier/sportsbook/world/calendar'
import type { WorldSource } from './course.ts'
import type { HandAct } from './handled.ts'
import { openMatch, type PricingPace, type ScriptedMatch } from './match.ts'
import { eventRef } from './refs.ts'

/**
 * A match that was told of. More than a thousand wait for their start, so one that waits is kept as the words that were
 * said of it, packed, and the match itself follows from its fixture when it is needed.
 */
export type ToldMatch = ReturnType<typeof keepTold>

type Told = {
  match: ScriptedMatch
  fixture: Fixture
  /** All that there is to say of it at that moment. */
  words: readonly FeedMessage[]
  at: number
}

/** Copied into bytes of their own: those of the compressor, and of Node's pool, keep many times as many from being freed. */
const packed = (words: readonly FeedMessage[]) => new Uint8Array(deflateRawSync(JSON.stringify(words)))
const unpacked = (words: Uint8Array): FeedMessage[] => JSON.parse(inflateRawSync(words).toString('utf8'))

export function keepTold(
  source: WorldSource,
  { fixture, ...told }: Told,
  actsOf: () => readonly HandAct[] | undefined,
) {
  const isWaiting = told.match.state() === 'open'
  const { begins } = told.match
  let wordsAt = told.at
  let match = isWaiting ? null : told.match
  /** Of one that waits until something happens, else of that moment alone. */
  let words: Uint8Array | readonly FeedMessage[] | null = isWaiting ? packed(told.words) : told.words

  function awake(): ScriptedMatch {
    if (match) return match
    match = openMatch(source, fixture, actsOf())
    // It knows again what was said of it.
    match.whole(wordsAt)
    return match
  }

  return {
    fixture,
    event: eventRef(fixture.ref),
    begins,
    awake,
    isLive: () => match !== null && match.state() !== 'open',
    isOn: () => match?.state() === 'live' || match?.state() === 'interrupted',
    tellUntil(at: number, pricing: PricingPace): FeedMessage[] {
      words = null
      return awake().tellUntil(at, pricing)
    },
    /** Another one took its place, by a person's act. */
    become(next: ScriptedMatch) {
      match = next
      words = null
    },
    whole(at: number): readonly FeedMessage[] {
      if (words instanceof Uint8Array) return unpacked(words)
      if (words && wordsAt === at) return words
      words = awake().whole(at)
      wordsAt = at
      return words
    },
  }
}
