import { randomUUID } from 'node:crypto'
import type { Output } from '@croupier/contract/contract'
import { cleanText } from '@croupier/contract/fields/text'
import type { PromoCodeError } from '@croupier/contract/promotions'
import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Operation, PlayerContext, Tx } from '../../context.ts'
import { gate } from '../limits/limits.ts'
import { findAnswer, move } from '../wallet/wallet.ts'
import { activateCode, CodeRefused, remember } from './activate.ts'
import type { Given } from './claim-store.ts'
import { ClaimRefused, issue, offerRefused, promise } from './claims.ts'
import { readPlayerFacts, typedCode, useOf } from './facts.ts'
import { findCode } from './find-code.ts'
import { wireOwnOffer } from './get-offers.ts'
import { findOffer } from './offers.ts'
import { judgeOffer, type LiveOffer } from './rules.ts'
import { readTexts } from './texts.ts'
import { promotionId } from './wire-offer.ts'

type Answer = Output<'campaigns.takepromotions'>

/** One transaction behind the gate; the same key does it once and gets the same answer. */
async function once(
  ctx: PlayerContext,
  { key = randomUUID(), ...body }: Record<string, string> & { key?: string },
  act: (tx: Tx) => Promise<Answer>,
  notAvailable: () => Refusal,
): Promise<Answer> {
  const call = { scope: `offer-call:${ctx.player.id}`, key, body }
  const { jurisdiction } = ctx.config
  return ctx.begin(async (tx) => {
    await gate(tx, { playerId: ctx.player.id, want: 'offer', jurisdiction }).catch((error: unknown) => {
      throw error instanceof Refusal && error.reason === 'NOT_AVAILABLE' ? notAvailable() : error
    })
    const known = await findAnswer(tx, call)
    if (known?.kind === 'conflict') throw wrongField('KEY_CONFLICT', 'key', 'This key was for something else')
    if (known) return readAnswer(known.answer)
    const answer = await act(tx)
    await move(tx, { ...call, playerId: null, transfers: [], answer: () => answer })
    return answer
  })
}

/** Written by us, in the same form. */
const readAnswer = (text: string): Answer => JSON.parse(text)

const givenStatus = { bonus: 'taken', freespins: 'active', betting_bonus: 'issued', points: 'issued' } as const

async function answerOf(ctx: PlayerContext, tx: Tx, offer: LiveOffer, given: readonly Given[]): Promise<Answer> {
  const inside = { ...ctx, sql: tx }
  const { templates } = await readTexts(ctx)
  const isDeposit = offer.terms.action === 'deposit'
  return {
    offer: await wireOwnOffer(inside, offer, ctx.player.id),
    given: given.map(({ kind, id, template }) => ({
      kind,
      id,
      status: givenStatus[kind],
      title: templates.get(`${kind}/${template}`)?.title || template,
    })),
    next: isDeposit ? 'deposit' : given.some(({ kind }) => kind === 'freespins') ? 'play' : 'bonuses',
  }
}

/** What needs no deposit is given now; of a deposit offer the choice is remembered and the deposit page comes next. */
export const takePromotions: Operation<'campaigns.takepromotions'> = async (
  ctx,
  { offer_id, promotion_ids = '', key },
) =>
  once(
    ctx,
    { name: 'take', offer_id, promotion_ids, ...(key !== undefined && { key }) },
    (tx) => take(ctx, tx, { offer_id, promotion_ids }),
    () => offerRefused({ reason: 'NOT_AVAILABLE', data: {} }, 'offer_id'),
  )

async function take(
  ctx: PlayerContext,
  tx: Tx,
  { offer_id, promotion_ids }: { offer_id: string; promotion_ids: string },
): Promise<Answer> {
  const playerId = ctx.player.id
  const offer = await findOffer(tx, offer_id)
  if (!offer) throw unknown()
  const chosen = chosenOf(offer, promotion_ids)
  const known = await readPlayerFacts(tx, playerId)
  if (offer.terms.action === 'deposit') {
    const said = judgeOffer(offer, known.facts, useOf(offer, known), known.now)
    if (said) throw offerRefused(said, 'offer_id')
    await remember(tx, offer, {
      playerId,
      currency: known.facts.currency,
      codeId: typedCode(offer.sysname, known.claims),
    })
    return answerOf(ctx, tx, offer, [])
  }
  try {
    const claimId = await promise(tx, { offer, playerId, known, ...(chosen && { chosen }) })
    return await answerOf(ctx, tx, offer, (await issue({ ...ctx, isPresent: true }, tx, claimId, 0n)) ?? [])
  } catch (error) {
    throw error instanceof ClaimRefused ? offerRefused(error.no, 'offer_id') : error
  }
}

const unknown = () => wrongField('UNKNOWN_OFFER', 'offer_id', 'No such offer')

function chosenOf({ sysname, rewards }: LiveOffer, ids: string): number[] | null {
  if (ids === '') return null
  const wanted = ids.split(',').map((id) => id.trim())
  const chosen = rewards.flatMap((_reward, at) => (wanted.includes(promotionId(sysname, at)) ? [at] : []))
  if (chosen.length === 0 || chosen.length < new Set(wanted).size) throw unknown()
  return chosen
}

/** A promo code is redeemed. A no names the code's own word. */
export const activateOffer: Operation<'campaigns.activateOffer'> = async (ctx, { promo_code, key }) => {
  const { forms } = await ctx.content.config(ctx.locale)
  const text = cleanText('promo_code', promo_code, forms.preventEmoji)
  const activate = async (tx: Tx): Promise<Answer> => {
    const found = await findCode({ ...ctx, sql: tx }, text)
    const made = await activateCode({ ...ctx, isPresent: true }, tx, ctx.player.id, found)
    const answer = await answerOf(ctx, tx, made.offer, made.kind === 'given' ? made.given : [])
    return made.kind === 'given' ? answer : { ...answer, next: 'deposit' }
  }
  const call = { name: 'activate', promo_code: text, ...(key !== undefined && { key }) }
  const answer = await once(ctx, call, activate, () => codeRefused('NOT_AVAILABLE')).catch((error: unknown) => {
    throw error instanceof CodeRefused ? codeRefused(error.code) : error
  })
  // Remembered, and said so.
  if (answer.next === 'deposit' && answer.offer.trigger.reason === 'NEED_DEPOSIT') throw codeRefused('NEED_DEPOSIT')
  return answer
}

const codeRefused = (code: PromoCodeError): Refusal =>
  new Refusal(`InvalidParameter:${code}`, {
    message: `This code gives nothing now: ${code}`,
    fields: { promo_code: [code] },
    data: { code },
  })
