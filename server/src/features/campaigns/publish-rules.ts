import { type Currency, currencies, isCurrency, toDecimal } from '@croupier/contract/money'
import {
  type Amounts,
  amountIn,
  type BettingTerms,
  type BonusTerms,
  type CampaignTerms,
  type CashbackTerms,
  type CodeTerms,
  isSpunIn,
  type OfferTerms,
  type SpinTerms,
} from '@croupier/contract/promotion-terms'
import { type PublishedKind, publishedTerms } from '@croupier/contract/published-terms'
import type { PromotionRules } from '../jurisdiction/jurisdiction.ts'
import { productFaults, programFaults, questFaults } from './loyalty-faults.ts'
import type { PublishWorld } from './publish-world.ts'
import { tournamentFaults } from './tournament-faults.ts'

/** Whether a money part may be published: every reference exists, and it is what the law of the place allows. Pure. */

export function faultsOf(kind: PublishedKind, sysname: string, body: unknown, world: PublishWorld): string[] {
  const parsed = publishedTerms[kind].safeParse(body)
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  switch (kind) {
    case 'bonus-templates':
      return bonusFaults(publishedTerms[kind].parse(body), world)
    case 'spin-templates':
      return spinFaults(publishedTerms[kind].parse(body), world)
    case 'campaigns':
      return campaignFaults(sysname, publishedTerms[kind].parse(body), world)
    case 'promo-codes':
      return codeFaults(publishedTerms[kind].parse(body), world)
    case 'cashbacks':
      return cashbackFaults(publishedTerms[kind].parse(body), world)
    case 'betting-templates':
      return bettingFaults(publishedTerms[kind].parse(body), world.rules)
    case 'tournaments':
      return tournamentFaults(publishedTerms[kind].parse(body), world)
    case 'loyalty-programs':
      return programFaults(publishedTerms[kind].parse(body), world)
    case 'loyalty-products':
      return productFaults(publishedTerms[kind].parse(body), world)
    case 'quests':
      return questFaults(publishedTerms[kind].parse(body))
    case 'characters':
      return []
  }
}

function cashbackFaults({ product, pays, conditions }: CashbackTerms, { bonuses }: PublishWorld): string[] {
  const faults: string[] = []
  // What a bet lost leaves no line in the own purse, so its sheet would have to be another one.
  if (product !== 'casino') faults.push('cashback is for casino play alone so far')
  if (pays !== 'main' && !bonuses.has(pays.template)) faults.push(`no published template ${pays.template}`)
  for (const name of ['weekdays', 'hours', 'deposit_number'] as const) {
    if (conditions[name] !== undefined) faults.push(`${name} is for offers, a period has none`)
  }
  return faults
}

/** `1200` hundredths → `12`. */
const times = (hundredths: number) => String(hundredths / 100)

function bonusFaults(terms: BonusTerms, { games, leastStake, rules }: PublishWorld): string[] {
  const named = [...terms.contributions, ...terms.excluded]
  const studios = new Set([...games.values()].map(({ provider }) => provider))
  const faults = named.flatMap((one) => {
    if ('game' in one && !games.has(one.game)) return [`no game ${one.game}`]
    return 'provider' in one && !studios.has(one.provider) ? [`no studio ${one.provider}`] : []
  })
  if (terms.percent !== undefined && terms.fixed !== undefined) faults.push('either percent or fixed, not both')
  for (const [currency, most] of amountsOf(terms.max_bet)) {
    if (most < leastStake(currency)) faults.push(`max_bet ${shown(most, currency)} is below the smallest stake`)
  }
  for (const [currency] of [...amountsOf(terms.fixed), ...amountsOf(terms.max)]) {
    if (amountIn(terms.min_balance, currency) === null) faults.push(`min_balance does not name ${currency}`)
  }
  return [...faults, ...lawFaults(terms, rules)]
}

function lawFaults(terms: BonusTerms, rules: PromotionRules): string[] {
  const faults: string[] = []
  if (rules.mostWagering !== null) faults.push(...wageringFaults(terms, rules.mostWagering))
  if (rules.isWeighingForbidden) {
    const rates = [terms.default_percent, ...terms.contributions.map(({ percent }) => percent)]
    if (rates.some((rate) => rate !== 0 && rate !== 10_000)) faults.push('a game counts in full or not at all')
  }
  if (!rules.maySticky && terms.mode === 'sticky') faults.push('bonus money may not pay before own money (sticky)')
  if (rules.mustAskFirst && !terms.asks_first) faults.push('asks_first must be on')
  return faults
}

/** In hundredths. Where the basis is the deposit, the bonus may be as small a part of it as the terms allow. */
function wageringFaults({ wagering, percent, max }: BonusTerms, most: number): string[] {
  const isBonus = wagering.basis === 'bonus'
  if (!isBonus && (percent === undefined || percent === 0 || max !== undefined)) {
    return ['wagering by the deposit has no end beside a bonus that has one']
  }
  const whole = wagering.basis === 'both' ? 10_000 + (percent ?? 0) : 10_000
  const real = isBonus ? wagering.times : (wagering.times * whole) / (percent ?? 1)
  return real > most ? [`wagering ${times(Math.round(real))} × is more than ${times(most)} ×`] : []
}

const amountsOf = (all: Amounts | undefined): [Currency, bigint][] =>
  Object.keys(all ?? {}).flatMap((code) => {
    const amount = isCurrency(code) ? amountIn(all, code) : null
    return isCurrency(code) && amount !== null ? [[code, amount] satisfies [Currency, bigint]] : []
  })

const shown = (amount: bigint, currency: Currency) => `${toDecimal(amount, currency)} ${currency}`

function spinFaults(terms: SpinTerms, { games, spinFault, bonuses }: PublishWorld): string[] {
  const faults = games.has(terms.game) ? [] : [`no game ${terms.game}`]
  if (faults.length === 0) {
    for (const [currency, stake] of amountsOf(terms.stake)) {
      const fault = spinFault(terms.game, currency, stake)
      if (fault) faults.push(fault)
    }
  }
  const becomes = terms.winnings === 'bonus' ? bonuses.get(terms.template ?? '') : undefined
  if (terms.winnings === 'bonus' && !becomes) faults.push(`no published template ${terms.template ?? ''}`)
  for (const [currency] of amountsOf(terms.stake)) {
    if (!isSpunIn(terms, undefined, currency)) faults.push(`max_win does not name ${currency}`)
    if (!isSpunIn({ stake: terms.stake }, becomes, currency)) {
      faults.push(`min_balance of ${terms.template} does not name ${currency}`)
    }
  }
  return faults
}

/** Each type has the parts that make it one. */
function bettingFaults(terms: BettingTerms, { mostWagering }: PromotionRules): string[] {
  const { type, amount, wagering, refund, boosts } = terms
  const faults: string[] = []
  const isMoney = type === 'free_bet' || type === 'wagering'
  const isWagered = type === 'wagering' || refund?.gives === 'wagering'
  if (isMoney && amountsOf(amount).length === 0) faults.push(`${type} says no amount`)
  if (isWagered && !wagering) faults.push('wagering is missing')
  if (type === 'refund' && !refund) faults.push('refund is missing')
  if (type === 'combo_boost' && boosts.length === 0) faults.push('boosts are missing')
  if (isWagered && wagering && mostWagering !== null) {
    if (wagering.basis !== 'bonus') faults.push('wagering by the deposit has no end beside a bonus that has one')
    if (wagering.times > mostWagering) {
      faults.push(`wagering ${times(wagering.times)} × is more than ${times(mostWagering)} ×`)
    }
  }
  return faults
}

function campaignFaults(campaign: string, terms: CampaignTerms, world: PublishWorld): string[] {
  const faults: string[] = []
  if (terms.only_in && !terms.only_in.includes(world.place)) faults.push(`it is for ${terms.only_in.join(', ')} only`)
  const names = terms.offers.map(({ sysname }) => sysname)
  if (new Set(names).size < names.length) faults.push('two offers have one name')
  if (terms.starts_at && terms.ends_at && Date.parse(terms.ends_at) <= Date.parse(terms.starts_at)) {
    faults.push('it ends before it starts')
  }
  for (const offer of terms.offers) {
    const owner = world.offers.get(offer.sysname)?.campaign
    const own = owner !== undefined && owner !== campaign ? [`its name belongs to campaign ${owner}`] : []
    faults.push(...[...own, ...offerFaults(offer, world)].map((fault) => `offer ${offer.sysname}: ${fault}`))
  }
  return faults
}

function offerFaults(offer: OfferTerms, { bonuses, spins, bets, levels, rules }: PublishWorld): string[] {
  const faults = offer.rewards.flatMap((reward) => {
    if ('bonus' in reward) return templateFaults(reward.bonus, offer, bonuses)
    if ('freespins' in reward) return spins.has(reward.freespins) ? [] : [`no published spins ${reward.freespins}`]
    if ('betting_bonus' in reward) {
      return bets.has(reward.betting_bonus) ? [] : [`no published betting bonus ${reward.betting_bonus}`]
    }
    return levels > 0 ? [] : ['no published programme gives points']
  })
  const hasCasino = offer.rewards.some((reward) => 'bonus' in reward || 'freespins' in reward)
  const products = new Set([
    ...(hasCasino ? ['casino'] : []),
    ...(offer.rewards.some((reward) => 'betting_bonus' in reward) ? ['sports'] : []),
    ...(offer.conditions.product ? [offer.conditions.product] : []),
  ])
  if (rules.isOneProduct && products.size > 1) faults.push('it is about two products')
  if (offer.action !== 'deposit' && offer.params.min_amount) faults.push('min_amount is for deposits')
  return faults
}

function templateFaults(name: string, { action }: OfferTerms, bonuses: PublishWorld['bonuses']): string[] {
  const template = bonuses.get(name)
  if (!template) return [`no published template ${name}`]
  // Winnings of spins and grants of the operator bring their own.
  if (template.percent === undefined && template.fixed === undefined) return [`${name} says no amount`]
  return template.percent !== undefined && action !== 'deposit'
    ? [`${name} is a part of a deposit that there is none of`]
    : []
}

function codeFaults({ offer, most_per_player: most }: CodeTerms, { offers }: PublishWorld): string[] {
  const found = offers.get(offer)
  if (!found) return [`no published offer ${offer}`]
  return most > 1 && found.terms.frequency === 'once' ? [`${most} uses per player of an offer that is once`] : []
}

/** What it costs where everything is taken that can be: a line for each currency of each offer. */
export function costLines(
  { budget, offers }: CampaignTerms,
  mostOf: (offer: OfferTerms, currency: Currency) => bigint | null,
): string[] {
  return offers.flatMap((offer) =>
    Object.keys(currencies).flatMap((code) => {
      if (!isCurrency(code) || code === 'FUN') return []
      const each = mostOf(offer, code)
      if (each === null) return []
      const byClaims = budget.claims === undefined ? null : each * BigInt(budget.claims)
      const byMoney = amountIn(budget.amounts, code)
      const caps = [byClaims, byMoney].filter((cap) => cap !== null)
      const whole = caps.reduce<bigint | null>((least, cap) => (least === null || cap < least ? cap : least), null)
      const total = whole === null ? 'no end' : `at most ${shown(whole, code)}`
      return [`${offer.sysname}: at most ${shown(each, code)} a claim, ${total} in all`]
    }),
  )
}
