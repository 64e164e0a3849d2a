import type { Tx } from '../../context.ts'
import type { Announce } from '../../happenings.ts'
import { lockPlayer } from '../account/account.ts'
import { findAnswer } from '../wallet/wallet.ts'
import { earn, lockMember } from './points.ts'
import { readClubTerms } from './terms.ts'

type Prize = { playerId: bigint; points: bigint; key: string; ref: string }

/** Of a tournament; they count as earned. The player is locked, and the caller knows that it was not given yet. */
export async function givePrize(announce: Announce, tx: Tx, { playerId, points, key, ref }: Prize): Promise<void> {
  const terms = await readClubTerms(tx)
  const player = await lockMember(tx, playerId, terms)
  await earn({ announce, terms }, tx, [{ player, points, scope: 'prize', key, ref, isTold: true }])
}

type Gift = { playerId: bigint; points: bigint; key: string; words: string }

/** By hand, once for each key; they count as earned. */
export async function givePoints(announce: Announce, tx: Tx, gift: Gift): Promise<'given' | 'repeated' | 'conflict'> {
  const { playerId, points, key, words } = gift
  await lockPlayer(tx, playerId)
  const known = await findAnswer(tx, { scope: 'points-gift', key, body: { playerId, points } })
  if (known) return known.kind
  const terms = await readClubTerms(tx)
  const player = await lockMember(tx, playerId, terms)
  const about = { scope: 'points-gift', key, ref: `gift:${words}`.slice(0, 200), isTold: true }
  await earn({ announce, terms }, tx, [{ player, points, ...about }])
  return 'given'
}
