import type { JobContext, Tx } from '../../context.ts'
import type { Announce } from '../../happenings.ts'
import { lockPlayer } from '../account/account.ts'
import { live } from '../campaigns/campaigns.ts'
import { findAnswer } from '../wallet/wallet.ts'
import { addClubNotices } from './notice-store.ts'
import { earn, lockMember } from './points.ts'
import { addOrder, takePiece } from './shop-store.ts'
import { readClubTerms } from './terms.ts'

type Prize = { playerId: bigint; points: bigint; key: string; ref: string }

/** Of a tournament; they count as earned. The player is locked, and the caller knows that it was not given yet. */
export async function givePrize(announce: Announce, tx: Tx, { playerId, points, key, ref }: Prize): Promise<void> {
  const terms = await readClubTerms(tx)
  const player = await lockMember(tx, playerId, terms)
  await earn({ announce, terms }, tx, [{ player, points, scope: 'prize', key, ref, isTold: true }])
  const about = { playerId, key, trigger: 'quest', subject: ref, state: 'prize', isCredit: true } as const
  await addClubNotices(tx, [{ ...about, amount: points, amountType: 'points' }])
}

type WonGoods = { playerId: bigint; product: string }

/** An order that cost nothing, also where the shop has none left: it was won. The player is locked. */
export async function orderPrize(tx: Tx, { playerId, product }: WonGoods): Promise<bigint> {
  const found = await live['loyalty-products'].read(tx, product)
  await takePiece(tx, product, undefined)
  const order = { playerId, product, kind: 'goods', price: 0n, version: found?.hash ?? '', status: 'ordered' } as const
  const id = await addOrder(tx, order)
  const about = {
    playerId,
    key: `order:${id}:ordered`,
    trigger: 'product',
    subject: product,
    state: 'ordered',
  } as const
  await addClubNotices(tx, [{ ...about, isCredit: false }])
  return id
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

type Offered = { playerId: string; points: number; key: string; offer: string }

/** What an offer promised, once for each claim; they count as earned. None to a player who switched the club off meanwhile. */
export const giveOffered = (
  ctx: Pick<JobContext, 'begin' | 'announce'>,
  { playerId: id, points, key, offer }: Offered,
) =>
  ctx.begin(async (tx) => {
    const playerId = BigInt(id)
    const given = { scope: 'offer-points', key, points: BigInt(points) }
    await lockPlayer(tx, playerId)
    if (await findAnswer(tx, { ...given, body: { playerId, points: given.points } })) return
    const terms = await readClubTerms(tx)
    const player = await lockMember(tx, playerId, terms)
    if (!player.isActive) return
    await earn({ announce: ctx.announce, terms }, tx, [{ player, ...given, ref: `offer:${offer}`, isTold: true }])
    const about = {
      playerId,
      key: `offer:${key}`,
      trigger: 'quest',
      subject: offer,
      state: 'offer',
      isCredit: true,
    } as const
    await addClubNotices(tx, [{ ...about, amount: given.points, amountType: 'points' }])
  })
