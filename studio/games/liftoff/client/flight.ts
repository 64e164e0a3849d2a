import type { Shown, Stage } from '../../../stage/game-client.ts'
import { heightAt, leastHeight, type View } from '../math.ts'
import type { Round } from './feed.ts'
import { timesText } from './heights.ts'
import type { Scene } from './sky.ts'

/** What is shown and offered at one moment of a flight. */

/** A stake that leaves us later than this before the start would be refused. */
const leastLeftMs = 150
/** The next flight should have been called by now: no player was there to fly, until us. */
export const restedMs = 2_000
const countMs = 7_000
const spokenHeights = [150, 200, 300, 500, 1_000, 2_000, 5_000, 10_000]

type Told = Pick<Round, 'phase' | 'starts_at' | 'opens_at' | 'point' | 'is_interrupted'>

/** The scene of the sky. */
export function sceneOf(round: Told | null, now: number, words: (key: string) => string): Scene {
  const left = round?.starts_at == null ? null : round.starts_at - now
  const resting: Scene = { kind: 'wait', caption: words('resting') }
  if (!round) return resting
  if (round.phase === 'over') {
    const isResting = round.opens_at !== null && now > round.opens_at + restedMs
    if (isResting || round.point === null) return resting
    return { kind: 'over', point: round.point, caption: words(round.is_interrupted ? 'interrupted' : 'ended') }
  }
  if (round.phase === 'open' && left === null) return { kind: 'wait', caption: words('first') }
  if (left !== null && left > 0) return { kind: 'count', caption: words('starts'), leftMs: left, ofMs: countMs }
  return { kind: 'fly', flownMs: left === null ? 0 : Math.max(0, -left) }
}

/** Without a start the flight waits for its first player. */
export const takesStakes = (round: Pick<Round, 'phase'> | null, leftMs: number | null) =>
  round?.phase === 'open' && (leftMs === null || leftMs > leastLeftMs)

/** The last height that is spoken on the way up. */
export const spokenAt = (flownMs: number) => spokenHeights.findLast((each) => each <= heightAt(flownMs)) ?? 0

type Moment = { isUp: boolean; flownMs: number; leftMs: number | null }

/** What the button gives now. A height that was set in advance is never passed by hand. */
export function cashOutOf({ stake, view: { auto } }: Pick<Shown<View>, 'stake' | 'view'>, moment: Moment) {
  const { isUp, flownMs, leftMs } = moment
  const height = Math.min(heightAt(flownMs), auto ?? Number.POSITIVE_INFINITY)
  return {
    amount: isUp ? (stake * BigInt(height)) / 100n : null,
    startsIn: leftMs !== null && leftMs > 0 ? Math.ceil(leftMs / 1_000) : null,
    isOff: !isUp || height < leastHeight || (auto !== null && height >= auto),
  }
}

export function labelOf({ words, money }: Pick<Stage, 'words' | 'money'>, cash: ReturnType<typeof cashOutOf>): string {
  if (cash.amount !== null) return words('off', { amount: money(cash.amount) })
  return cash.startsIn === null ? words('offNone') : words('offIn', { seconds: cash.startsIn })
}

/** What is said when the player's part in it is over. */
export function endLine(words: Stage['words'], { cashedAt, isReturned, point }: View): string {
  if (cashedAt !== null) return words('said.off', { height: timesText(cashedAt) })
  if (isReturned) return words('said.back')
  return words('said.end', { height: point === null ? '' : timesText(point) })
}
