import { gameTypes } from '@croupier/contract/games'
import type { ProductKind, QuestStepKind } from '@croupier/contract/loyalty'
import type { LoyaltyInfo, WireProduct, WireProgram, WireQuest } from '@croupier/contract/methods/loyalty'
import { fromDecimal, isCurrency, toWire, type WireMoney } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import type { IconName } from '../../ui/icon-names.ts'

/** What the pages of the club decide. Pure. */

/** What has to be staked for one point; null where nothing is earned. Rounded up: no promise is larger than the rule. */
export function stakeForPoint(unit: WireMoney, rate: number): WireMoney | null {
  if (rate <= 0 || !isCurrency(unit.currency)) return null
  const minor = fromDecimal(unit.amount, unit.currency)
  if (minor === null) return null
  const by = BigInt(rate)
  return toWire((minor * 1_000n + by - 1n) / by, unit.currency)
}

type Rate = { name: string; kind: 'game' | 'type' | 'rest'; rate: number }

/** Rates as the programme has them: games first, then kinds of games, what is left at the end. */
export const ratesOf = ({ rates, default_rate }: Pick<WireProgram, 'rates' | 'default_rate'>): Rate[] => [
  ...rates.flatMap(({ game, name, rate }): Rate[] => (game ? [{ name: name ?? game, kind: 'game', rate }] : [])),
  ...rates.flatMap(({ type, rate }): Rate[] => (type ? [{ name: type, kind: 'type', rate }] : [])),
  { name: '', kind: 'rest', rate: default_rate },
]

type Boost = { kinds: string[]; percent: string }

/** Kinds that count alike stand together; a dealer of all of them is said to be one. */
export function boostsOf(boosts: Readonly<Record<string, string>>): Boost[] {
  const found = new Map<string, string[]>()
  for (const [kind, percent] of Object.entries(boosts)) {
    if (percent !== '100') found.set(percent, [...(found.get(percent) ?? []), kind])
  }
  return [...found].map(([percent, kinds]) => ({
    percent,
    kinds: gameTypes.every((type) => kinds.includes(type)) ? ['everything'] : kinds,
  }))
}

/** The step after the present one; null on the last. */
export function nextLevel({ levels }: Pick<LoyaltyInfo, 'levels'>) {
  const at = levels.findIndex(({ is_current }) => is_current)
  return levels[at + 1] ?? null
}

export const currentLevel = ({ levels }: Pick<LoyaltyInfo, 'levels'>) =>
  levels.find(({ is_current }) => is_current) ?? null

export const kindIcons: Record<ProductKind, IconName> = {
  freespins: 'cherry',
  bonus: 'gift',
  free_bet: 'ticket-percent',
  cash: 'coins',
  ticket: 'trophy',
  goods: 'package',
}

export const prizePicture = ({ image, kind }: Pick<WireProduct, 'image' | 'kind'>): string =>
  image || `/art/prize-${kind}.svg`

/** Money that it is: of spins it is none, they have a stake. */
export const worthOf = ({ amount, becomes }: Pick<WireProduct, 'amount' | 'becomes'>) =>
  amount ?? (becomes && !becomes.spins ? becomes.amount : null)

/** Where what was bought can be found. */
export function placeOf(kind: ProductKind): string {
  if (kind === 'cash') return paths.wallet()
  if (kind === 'ticket') return paths.tournaments()
  return kind === 'goods' ? `${paths.loyaltyShop()}#orders` : paths.profileBonuses()
}

/** How a product stands: a price to press, a lock over it, or a reason. */
export function shelfOf({ can_buy, reason }: Pick<WireProduct, 'can_buy' | 'reason'>): 'open' | 'lock' | 'shut' {
  if (can_buy) return 'open'
  return reason === 'NOT_ENOUGH_POINTS' ? 'lock' : 'shut'
}

const stepPages: Record<QuestStepKind, { to: string; icon: IconName }> = {
  contact_confirmed: { to: paths.settings(), icon: 'smartphone' },
  profile_filled: { to: paths.settings(), icon: 'user' },
  identity_verified: { to: paths.verification(), icon: 'badge-check' },
  two_factor_on: { to: paths.security(), icon: 'shield-check' },
  limit_set: { to: paths.responsibleGame(), icon: 'gauge' },
  reality_check_set: { to: paths.responsibleGame(), icon: 'clock' },
  demo_games: { to: paths.gamehall(), icon: 'cherry' },
  games_tried: { to: paths.gamehall(), icon: 'cherry' },
  fairness_checked: { to: `${paths.fairness()}#verify`, icon: 'scale' },
  article_read: { to: paths.home(), icon: 'book-open' },
  tour_done: { to: paths.home(), icon: 'book-open' },
}

type Step = WireQuest['steps'][number]

/** The page a step is about. */
export const stepPage = ({ kind, link }: Pick<Step, 'kind' | 'link'>): string => link ?? stepPages[kind].to

export const questIcon = ({ steps }: Pick<WireQuest, 'steps'>): IconName =>
  steps[0] ? stepPages[steps[0].kind].icon : 'award'

/** Of a quest with one step its own count, else how many steps are done. */
export function questCount({ steps }: Pick<WireQuest, 'steps'>): { done: number; of: number } {
  const [only, ...others] = steps
  if (only && others.length === 0) return { done: only.done, of: only.of }
  return { done: steps.filter(({ is_done }) => is_done).length, of: steps.length }
}

const sources = ['quest', 'order', 'tournament', 'gift', 'play'] as const
export type PointsSource = (typeof sources)[number] | 'returned' | 'other'

/** What a movement of points is about, by its reference: `quest:safe-account`, `order:12`, `play`. */
export function sourceOf({ ref, amount }: { ref: string; amount: number }): PointsSource {
  const found = sources.find((source) => source === ref.split(':')[0]) ?? 'other'
  return found === 'order' && amount > 0 ? 'returned' : found
}

/** Bars of the chart, the oldest first: heights as shares of the cap or of the highest day. */
export function dayBars(days: LoyaltyInfo['days'], most: number): { day: string; points: number; height: number }[] {
  const top = Math.max(most, ...days.map(({ points }) => points), 1)
  return [...days].reverse().map(({ day, points }) => ({ day, points, height: points / top }))
}
