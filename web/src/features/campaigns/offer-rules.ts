import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import type { WireMoney } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import type { IconName } from '../../ui/icon-names.ts'

/** What an offer says to whoever looks at it. Pure: words and links, no page. */

/** Which pages an offer stands on: the same list has two addresses. */
export type OfferPages = 'offers' | 'promotions'

export const listPath = (pages: OfferPages) => (pages === 'offers' ? paths.offers() : paths.promotions())
export const itemPath = (pages: OfferPages, id: string) => (pages === 'offers' ? paths.offer(id) : paths.promotion(id))

/** The deposit page begins with this offer instead of with none. */
export const depositWith = (id: string) => `${paths.deposit()}?campaign_offer_id=${encodeURIComponent(id)}`

/** The popup opens above the offer, and a new player comes back to it. */
export const joinFrom = (pages: OfferPages, id?: string) => {
  const here = id === undefined ? listPath(pages) : itemPath(pages, id)
  const back = id === undefined ? '' : `&backUrl=${encodeURIComponent(here)}`
  return `${here}?show_popup_reg=1${back}`
}

/** How an offer stands; the words are `offers.standings.{standing}`. */
export type Standing = 'guest' | 'open' | 'code' | 'taken' | 'promised' | 'used' | 'refused'

export function standingOf({ status, trigger }: Pick<WireOffer, 'status' | 'trigger'>): Standing {
  if (trigger.user_satisfies_params === undefined) return status === 'closed' ? 'refused' : 'guest'
  if (status === 'promised' || status === 'used') return status
  if (trigger.reason === 'CODE_NEEDED') return 'code'
  // A code that was typed may wait for the deposit that the offer asks for.
  if (status === 'taken' && (trigger.reason === null || trigger.reason === 'NEED_DEPOSIT')) return 'taken'
  return trigger.reason === null ? 'open' : 'refused'
}

export const standingIcons: Record<Standing, IconName> = {
  guest: 'gift',
  open: 'circle-check',
  code: 'lock',
  taken: 'check',
  promised: 'hourglass',
  used: 'history',
  refused: 'info',
}

/** Greyed, and last. */
export const isApart = (offer: WireOffer) => ['used', 'refused'].includes(standingOf(offer))

/** Nothing to look at any more: its page says that there is none. */
export const isOver = ({ status, trigger, starts_at }: WireOffer, now: number): boolean =>
  trigger.reason === 'OVER' ||
  (trigger.user_satisfies_params === undefined &&
    status === 'closed' &&
    !(starts_at !== null && Date.parse(starts_at) > now))

/** What the button of an offer does. */
export type OfferAction = 'join' | 'take' | 'deposit' | 'goOn' | 'code' | 'entry' | 'bonuses' | 'none'

export function actionOf(offer: Pick<WireOffer, 'status' | 'trigger'>): OfferAction {
  const { action } = offer.trigger
  const actions: Record<Standing, OfferAction> = {
    guest: 'join',
    open: action === 'deposit' ? 'deposit' : 'take',
    code: 'code',
    taken: 'goOn',
    promised: 'entry',
    used: 'bonuses',
    refused: 'none',
  }
  return actions[standingOf(offer)]
}

type Way = { to: string; words: 'contact' | 'profile' | 'verify' | 'deposit' | 'levels' | 'support' | 'entry' | 'code' }

/** Where what stands against an offer can be put right; the words are `offers.ways.{words}`. */
export function wayOf({ trigger: { reason } }: Pick<WireOffer, 'trigger'>): Way | null {
  if (reason === 'NEED_CONTACT') return { to: paths.settings(), words: 'contact' }
  if (reason === 'NEED_PROFILE') return { to: paths.settings(), words: 'profile' }
  if (reason === 'NEED_VERIFICATION') return { to: paths.verification(), words: 'verify' }
  if (reason === 'NEED_DEPOSIT' || reason === 'AMOUNT_TOO_SMALL' || reason === 'METHOD_EXCLUDED')
    return { to: paths.deposit(), words: 'deposit' }
  if (reason === 'LEVEL') return { to: paths.loyalty(), words: 'levels' }
  if (reason === 'SAME_PERSON') return { to: paths.support(), words: 'support' }
  if (reason === 'ALREADY_PROMISED') return { to: paths.cashierHistory('deposit'), words: 'entry' }
  return reason === 'CODE_NEEDED' ? { to: '#promo-code', words: 'code' } : null
}

const dateIn = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : 0)
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : []

export type ReasonWords = {
  /** `offers.reasons.{key}`. */
  key: string
  values: Record<string, number>
  /** Written in the visitor's own zone, so it is not part of the values. */
  date: string | null
  /** Names of profile fields or of methods. */
  names: string[]
}

/** What stands against an offer, as its message wants it. Null where nothing does. */
export function reasonOf({ trigger, status, claim }: WireOffer): ReasonWords | null {
  const { reason, reason_data: data } = trigger
  const bare = { values: {}, date: null, names: [] }
  if (reason === null) return status === 'closed' ? { ...bare, key: 'CLOSED' } : null
  if (reason === 'NOT_STARTED' || reason === 'FREQUENCY') {
    const date = dateIn(data.from)
    return { ...bare, key: date ? reason : `${reason}_LATER`, date }
  }
  if (reason === 'ALREADY_USED') return { ...bare, key: claim ? reason : `${reason}_ONCE`, date: claim?.at ?? null }
  if (reason === 'DEPOSIT_NUMBER')
    return { ...bare, key: reason, values: { number: numberIn(data.number), yours: numberIn(data.yours) } }
  if (reason === 'LEVEL')
    return { ...bare, key: reason, values: { level: numberIn(data.level), yours: numberIn(data.yours) } }
  if (reason === 'NEED_PROFILE') return { ...bare, key: reason, names: textsIn(data.fields) }
  if (reason === 'ALREADY_PROMISED') return { ...bare, key: reason, values: { number: numberIn(data.transaction) } }
  return { ...bare, key: reason }
}

/** The reward that has to be wagered, or else the first. */
export const mainPromotion = ({ promotions }: Pick<WireOffer, 'promotions'>): WirePromotion | undefined =>
  promotions.find(({ wagering }) => wagering !== null) ?? promotions[0]

/** `20.00` is `20` where it stands among facts. */
export const rounded = ({ amount, currency }: WireMoney): WireMoney => ({
  amount: amount.replace(/\.0+$/, ''),
  currency,
})

/** Where a player goes with what was given. */
export function nextOf({ trigger, promotions }: Pick<WireOffer, 'trigger' | 'promotions'>) {
  if (trigger.action === 'deposit' || trigger.reason === 'NEED_DEPOSIT') return 'deposit' as const
  return promotions.some(({ kind }) => kind === 'freespins') ? ('play' as const) : ('bonuses' as const)
}
