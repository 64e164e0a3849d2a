import { BonusModel } from './model.ts'
import type { ModelAnswer, ModelGame, ModelTerms } from './types.ts'

/** How the tests of the model begin, and how they write lines. */

export const slot: ModelGame = { sysname: 'cherry', type: 'slot', studio: 'sample' }
export const roulette: ModelGame = { sysname: 'wheel', type: 'roulette', studio: 'sample' }
export const blackjack: ModelGame = { sysname: 'blackjack', type: 'cards', studio: 'house', isOwnTitle: true }

export const plainTerms: ModelTerms = {
  mode: 'non_sticky',
  principal: 'converts',
  counts: 'bonus',
  contributions: { games: {}, types: { roulette: 1000n }, default: 10_000n },
  excluded: { games: [], types: [], studios: [] },
  maxBet: null,
  minBalance: 20n,
  maxConversion: null,
  onWithdrawal: 'forfeit',
  asksFirst: false,
  basis: 'bonus',
  times: 3000n,
  days: 7,
  takeDays: 30,
  priority: 0,
}

/** `12.40` in minor units. */
export const cents = (text: string) => BigInt(text.replaceAll(',', '').replace('.', ''))

const short = { main: 'm', bonus: 'b', promotions: 'p', game: 'g', receivable: 'r' }
const shortName = (purse: string) => Object.entries(short).find(([long]) => long === purse)?.[1] ?? purse
const decimal = (amount: bigint) => `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`

/** As the page writes it: `m→g 2.00; b→g 3.00`, or the reason of a refusal. */
export const written = (answer: ModelAnswer) =>
  answer.kind === 'no'
    ? answer.reason
    : answer.lines.map(([from, to, amount]) => `${shortName(from)}→${shortName(to)} ${decimal(amount)}`).join('; ')

type Start = {
  terms?: Partial<ModelTerms>
  main?: string
  /** What is in the purse, the amount of the bonus (the same, if it is not said), and what is left to wager. */
  held?: string
  amount?: string
  left?: string
}

/** A player with an open bonus, id 1, as an example says. */
export function scene({ terms = {}, main = '0.00', held = '0.00', amount = held, left = '900.00' }: Start): BonusModel {
  const model = new BonusModel()
  model.now = Date.UTC(2026, 10, 2)
  model.move('payment', 'main', cents(main), 'seed')
  const given = { ...plainTerms, ...terms }
  model.issue({ terms: given, amount: cents(amount), key: 'first', required: cents(left) * 10_000n })
  model.activate(1)
  const more = cents(held) - cents(amount)
  const [bonus] = model.bonuses
  if (!bonus) throw new Error('no bonus')
  if (more > 0n) model.move('game', 'bonus', more, 'seed', bonus)
  else model.move('bonus', 'game', -more, 'seed', bonus)
  return model
}
