import type { WireDepositOffer } from '@croupier/contract/methods/cashier'
import { currencyOf, toWire } from '@croupier/contract/money'
import { spinTerms } from '@croupier/contract/promotion-terms'
import { offerReasons } from '@croupier/contract/promotions'
import type { Context } from '../../context.ts'
import { readBonus } from '../bonuses/bonuses.ts'
import { type Claim, type Given, readClaimOfEntry } from './claim-store.ts'
import { readTexts, type Texts } from './texts.ts'

/** What a deposit was made with and what came of it, for its player. Where nothing may be offered, nothing is said of it. */
export async function offerOfDeposit(
  ctx: Pick<Context, 'sql' | 'content' | 'locale'>,
  entryId: bigint,
): Promise<WireDepositOffer | null> {
  const claim = await readClaimOfEntry(ctx.sql, entryId)
  if (!claim || claim.state === 'taken' || claim.reason === 'NOT_AVAILABLE') return null
  const texts = await readTexts(ctx)
  return {
    id: claim.offer,
    title: texts.offers.get(claim.offer)?.title || claim.offer,
    state: claim.state,
    reason: offerReasons.find((each) => each === claim.reason) ?? null,
    given: await Promise.all(claim.given.map((one) => wireGiven(ctx, claim, one, texts))),
  }
}

async function wireGiven({ sql }: Pick<Context, 'sql'>, claim: Claim, { kind, id, template }: Given, texts: Texts) {
  const title = texts.templates.get(`${kind}/${template}`)?.title || template
  if (kind === 'bonus') {
    const bonus = await readBonus(sql, BigInt(id))
    const amount = bonus ? toWire(bonus.amount, currencyOf(bonus)) : null
    return { kind, id, title, amount, is_queued: bonus?.state === 'queued', spins: null }
  }
  const terms = spinTerms.safeParse(claim.rewards.find((reward) => reward.template === template)?.body)
  return { kind, id, title, amount: null, is_queued: false, spins: terms.data?.count ?? null }
}
