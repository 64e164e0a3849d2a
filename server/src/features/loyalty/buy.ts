import type { Output } from '@croupier/contract/contract'
import type { ProductTerms } from '@croupier/contract/loyalty-terms'
import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Operation, PlayerContext, Tx } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { readProfile, readStanding } from '../account/account.ts'
import { live } from '../campaigns/campaigns.ts'
import { controlOf, gate } from '../limits/limits.ts'
import { balancesOf, findAnswer, move } from '../wallet/wallet.ts'
import { addClubNotices } from './notice-store.ts'
import { houseOf, lockMember, pointsOf } from './points.ts'
import { giveReward, isOffered, readTemplates } from './rewards.ts'
import { judgeProduct, notEnough, type ProductNo } from './shop-rules.ts'
import { addOrder, readBought, readSold, takePiece, writeReward } from './shop-store.ts'
import { readClubTerms } from './terms.ts'
import { clubFlags } from './texts.ts'

type Answer = Output<'loyalty.buyproduct'>
type Asked = { id: string; expected_price: number; key: string }

/** One transaction behind the gate: player, club, shelf, purses. The same key buys once and gets the same answer. */
export const buyProduct: Operation<'loyalty.buyproduct'> = async (ctx, asked) => {
  const { isOn } = await clubFlags(ctx)
  return ctx.begin(async (tx) => {
    await gate(tx, { playerId: ctx.player.id, want: 'standing', jurisdiction: ctx.config.jurisdiction })
    const call = callOf(ctx.player.id, asked)
    const known = await findAnswer(tx, call)
    if (known?.kind === 'conflict') throw wrongField('KEY_CONFLICT', 'key', 'This key was for something else')
    if (known) return readAnswer(known.answer)
    if (!isOn) throw refused({ reason: 'NOT_AVAILABLE', data: {} })
    return buy(ctx, tx, asked)
  })
}

const callOf = (playerId: bigint, { id, expected_price, key }: Asked) => ({
  scope: `purchase:${playerId}`,
  key,
  body: { product: id, price: expected_price },
})

/** Written by us, in the same form. */
const readAnswer = (text: string): Answer => JSON.parse(text)

const refused = ({ reason, data }: ProductNo) =>
  new Refusal(`InvalidParameter:${reason}`, {
    message: `It cannot be bought now: ${reason}`,
    fields: { id: [reason] },
    data,
  })

async function buy(ctx: PlayerContext, tx: Tx, asked: Asked): Promise<Answer> {
  const playerId = ctx.player.id
  const { terms, hash, currency, templates } = await judged(tx, playerId, asked)
  if (terms.kind === 'goods') await needAddress(tx, playerId)
  if (!(await takePiece(tx, asked.id, terms.stock))) throw refused({ reason: 'SOLD_OUT', data: {} })
  const status = terms.kind === 'goods' ? 'ordered' : 'done'
  const price = BigInt(terms.price)
  const order = { playerId, product: asked.id, kind: terms.kind, price, version: hash, status } as const
  const orderId = await addOrder(tx, order)
  const reward = await giveReward(tx, { orderId, playerId, currency, terms, templates })
  if (reward.id !== null) await writeReward(tx, orderId, reward.id)
  const points = pointsOf(playerId)
  const outcome = await move(tx, {
    ...callOf(playerId, asked),
    playerId,
    transfers: [
      { from: points, to: houseOf('shop'), amount: price, reason: 'purchase', ref: `order:${orderId}` },
      ...reward.transfers,
    ],
    answer: (balanceOf): Answer => ({
      order: { id: String(orderId), status },
      points: Number(balanceOf(points)),
      reward: { kind: terms.kind, id: reward.id === null ? null : String(reward.id) },
    }),
  })
  // Spent elsewhere between the look and the lock: everything above is taken back.
  if (outcome.kind === 'short') throw refused(notEnough(terms.price, await pointsIn(tx, playerId)))
  if (outcome.kind !== 'moved') throw new Error(`a purchase was not paid: ${outcome.kind}`)
  await addClubNotices(tx, [
    {
      playerId,
      key: `order:${orderId}:${status}`,
      trigger: 'product',
      subject: asked.id,
      state: status,
      isCredit: false,
    },
  ])
  return readAnswer(outcome.answer)
}

/** What is asked for, behind the locks of the account and of the club. */
async function judged(tx: Tx, playerId: bigint, { id, expected_price }: Asked) {
  const product = await live['loyalty-products'].read(tx, id)
  if (!product) throw wrongField('UNKNOWN_PRODUCT', 'id', 'No such product')
  const { terms, hash, stoppedAt } = product
  const club = await lockMember(tx, playerId, await readClubTerms(tx))
  const [{ currency }, control, templates] = [
    await readStanding(tx, playerId),
    await controlOf(tx, playerId),
    await readTemplates(tx),
  ]
  const buyer = {
    ...{ points: await pointsIn(tx, playerId), level: club.level, isActive: club.isActive },
    ...{ isOpen: control.isReachable, isOffered: isOffered(terms, templates, currency) },
  }
  const [sold, bought] = [await readSold(tx), await readBought(tx, playerId)]
  const shelf = { terms, isStopped: stoppedAt !== null, sold: sold.get(id) ?? 0, bought: bought.get(id) ?? 0 }
  const no = judgeProduct({ ...shelf, nowMs: (await readNow(tx)).getTime() }, buyer)
  if (no && no.reason !== 'NOT_ENOUGH_POINTS') throw refused(no)
  if (terms.price !== expected_price) throw priceChanged(terms)
  if (no) throw refused(no)
  return { terms, hash, currency, templates }
}

const priceChanged = ({ price }: ProductTerms) =>
  new Refusal('InvalidParameter:PRICE_CHANGED', {
    message: 'It has another price now',
    fields: { expected_price: ['PRICE_CHANGED'] },
    data: { price },
  })

async function pointsIn(tx: Tx, playerId: bigint): Promise<bigint> {
  const purses = await balancesOf(tx, playerId)
  return purses.find(({ kind }) => kind === 'points')?.balance ?? 0n
}

/** Goods need somewhere to go. */
async function needAddress(tx: Tx, playerId: bigint): Promise<void> {
  const profile = await readProfile(tx, playerId)
  const wanted = {
    first_name: profile.firstName,
    last_name: profile.lastName,
    country_code: profile.countryCode,
    home_town: profile.homeTown,
    address: profile.address,
    postcode: profile.postcode,
  }
  const missing = Object.entries(wanted).flatMap(([name, value]) => (value ? [] : [name]))
  if (missing.length === 0) return
  throw new Refusal('UserNeedProfileData', { message: 'Where should it be sent?', data: { fields: missing } })
}
