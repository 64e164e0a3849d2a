import type { WireOffer } from '@croupier/contract/methods/campaigns'
import { currencyOf, isCurrency } from '@croupier/contract/money'
import type { Context, Db, Operation } from '../../context.ts'
import { type PlayerFacts, readPlayerFacts, useOf } from './facts.ts'
import { readLiveMark } from './live-store.ts'
import { offersOf } from './offers.ts'
import { judgeOffer, type LiveOffer, type OfferNo } from './rules.ts'
import { readTexts, type Texts } from './texts.ts'
import { type Judged, sightOf, wireOffer } from './wire-offer.ts'

/** Offers that run now. Guests see what is public; players also what they were invited to or have taken. */
export const getOffers: Operation<'campaigns.getoffers'> = async (ctx, { ids, action, count, offset }) => {
  const [texts, known] = await Promise.all([
    readTexts(ctx),
    ctx.player ? readPlayerFacts(ctx.sql, ctx.player.id) : null,
  ])
  const { now, live } = known ?? (await readLiveMark(ctx.sql))
  const offers = await offersOf(ctx.sql, live)
  const wanted = ids === undefined || ids === '' ? null : new Set(ids.split(',').map((id) => id.trim()))
  const asked = offers.filter(
    (offer) =>
      (wanted ? wanted.has(offer.sysname) : isRunning(offer, now)) && (!action || offer.terms.action === action),
  )
  const shown = known
    ? forPlayer(asked, { known, texts, now, isNamed: wanted !== null })
    : asked.filter((offer) => isPublic(texts, offer)).map((offer) => forGuest(offer, now))
  const sorted = inOrder(shown, texts)
  const page = sorted.slice(offset, offset + count)
  const sight = await sightOf(ctx, {
    offers: page.map(({ offer }) => offer),
    currency: known ? currencyOf(known.facts) : await guestCurrency(ctx),
  })
  return { items: page.map((each) => wireOffer(each, sight)), total: sorted.length, offset, limit: count }
}

const isRunning = ({ startsAt, endsAt, isStopped }: LiveOffer, now: Date) =>
  !isStopped && (startsAt === null || startsAt <= now) && (endsAt === null || now < endsAt)

const isPublic = ({ offers }: Texts, { sysname }: LiveOffer) => offers.get(sysname)?.isPublic === true

const forGuest = (offer: LiveOffer, now: Date): Judged => ({
  offer,
  verdict: null,
  status: isRunning(offer, now) ? 'open' : 'closed',
  claim: null,
})

type Beholding = { known: PlayerFacts; texts: Texts; now: Date; isNamed: boolean }

/** Where nothing may be offered, nothing is: only a page that names an offer hears so. */
function forPlayer(offers: readonly LiveOffer[], { known, texts, now, isNamed }: Beholding): Judged[] {
  if (!known.facts.isAvailable && !isNamed) return []
  return offers.flatMap((offer) => {
    const said = judgeOffer(offer, known.facts, useOf(offer, known), now)
    const status = statusOf(offer, known, said)
    const isKnown = isPublic(texts, offer) || said === null || ['taken', 'promised', 'used'].includes(status)
    return isKnown || isNamed ? [{ offer, verdict: { no: said }, status, claim: lastClaim(offer, known) }] : []
  })
}

/** How an offer stands for one player. */
function statusOf({ sysname }: LiveOffer, { claims }: PlayerFacts, said: OfferNo | null): WireOffer['status'] {
  const own = claims.filter(({ offer }) => offer === sysname)
  if (own.some(({ state }) => state === 'promised')) return 'promised'
  if (said?.reason === 'ALREADY_USED' || said?.reason === 'FREQUENCY') return 'used'
  if (said && ['NOT_STARTED', 'OVER', 'BUDGET_SPENT', 'NOT_AVAILABLE'].includes(said.reason)) return 'closed'
  return own.some(({ state }) => state === 'taken') ? 'taken' : 'open'
}

/** What came to nothing says nothing. */
function lastClaim({ sysname }: LiveOffer, { claims }: PlayerFacts): WireOffer['claim'] {
  const last = claims.findLast(({ offer, state }) => offer === sysname && !['released', 'refused'].includes(state))
  if (!last) return null
  const { promisedAt, madeAt, entryId } = last
  return { at: (promisedAt ?? madeAt).toISOString(), transaction: entryId?.toString() ?? null }
}

/** What is open to the player first, each in the order of the editors. */
function inOrder(shown: readonly Judged[], { offers }: Texts): Judged[] {
  const rank = ({ verdict }: Judged) => (verdict === null || verdict.no === null ? 0 : 1)
  const position = ({ offer }: Judged) => offers.get(offer.sysname)?.position ?? 0
  return shown.toSorted(
    (one, other) =>
      rank(one) - rank(other) || position(one) - position(other) || (one.offer.sysname < other.offer.sysname ? -1 : 1),
  )
}

/** Guests read amounts in the currency that the form of the registration begins with. */
export async function guestCurrency({ content, locale }: Pick<Context, 'content' | 'locale'>) {
  const { defaultCurrency } = (await content.config(locale)).site
  return isCurrency(defaultCurrency) ? defaultCurrency : 'EUR'
}

/** One offer as its player sees it after what was done to it. */
export async function wireOwnOffer(
  ctx: Pick<Context, 'catalogue' | 'content' | 'locale'> & { sql: Db },
  offer: LiveOffer,
  playerId: bigint,
): Promise<WireOffer> {
  const known = await readPlayerFacts(ctx.sql, playerId)
  const said = judgeOffer(offer, known.facts, useOf(offer, known), known.now)
  const judged = { offer, verdict: { no: said }, status: statusOf(offer, known, said), claim: lastClaim(offer, known) }
  return wireOffer(judged, await sightOf(ctx, { offers: [offer], currency: currencyOf(known.facts) }))
}
