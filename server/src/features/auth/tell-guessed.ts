import { Refusal } from '@croupier/contract/refusals'
import type { Context, JobContext } from '../../context.ts'
import type { Happenings } from '../../happenings.ts'
import { readStanding } from '../account/account.ts'
import { postToPlayer } from './letters.ts'

type Guessed = Happenings['guesses.stopped']
type DayLimit = { points: number; seconds: number }

const onceADay = { points: 1, seconds: 86_400 }

/**
 * Counts one try of a day. When the day has had enough of them its owner hears so, once: whoever guesses codes has the
 * account's name, and often its password. For a name without a player the same is done, and nobody hears it.
 */
export async function countOfDay(
  { attempts, begin, announce }: Pick<Context, 'attempts' | 'begin' | 'announce'>,
  name: string,
  limit: DayLimit,
  { key, playerId, what }: { key: string; playerId: bigint; what: Guessed['what'] },
): Promise<void> {
  try {
    await attempts.count(name, limit, key)
  } catch (error) {
    const isFirst = await attempts.count(`${name}Told`, onceADay, key).then(
      () => true,
      (told: unknown) => {
        if (Refusal.is(told)) return false
        throw told
      },
    )
    if (isFirst) await begin((tx) => announce(tx, 'guesses.stopped', { playerId: String(playerId), what }))
    throw error
  }
}

export async function guessesStopped(ctx: JobContext, { playerId, what }: Guessed): Promise<void> {
  if (playerId === '0') return
  await ctx.begin(async (tx) => {
    const standing = await readStanding(tx, BigInt(playerId))
    if (!standing.isDeleted) await postToPlayer(ctx, tx, standing, 'guesses', { what })
  })
}
