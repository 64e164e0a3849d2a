import type { PricePolicy } from '@croupier/contract/bets'
import { type Currency, toDecimal } from '@croupier/contract/money'
import { minimumStake } from '@croupier/sportsbook/stated'
import type { NewBet } from './place-keeper.ts'
import type { SlipBuilder } from './slip-legs.ts'
import type { SlipShape } from './slip-rules.ts'
import type { StakeRead } from './slip-sums.ts'
import type { SlipPick } from './slip-text.ts'

/** One bet of the slip, as it is asked for. */
export type SlipBet = NewBet & { stake: bigint; combinations: number }

export type WantedBets = {
  picks: readonly SlipPick[]
  shape: SlipShape
  stake: StakeRead
  currency: Currency
  policy: PricePolicy
  /** Picks that are one leg, each by the word of the house. */
  builders: readonly SlipBuilder[]
  /** Picks that cannot be asked for; of singles they are left out. */
  closed: readonly string[]
  isDemo: boolean
  bonus: string | null
}

/** A pick by the price that the player has seen: what is better or worse by now is judged by the house. */
const askedPick = ({ pick, price, version }: SlipPick) => ({ pick, price, version })

/** Each pick, and for the parts of a builder its quote, in the order of the slip. */
function legsAsked({ picks, builders }: Pick<WantedBets, 'picks' | 'builders'>): object[] {
  return picks.flatMap((pick): object[] => {
    const { parts, now } = builders.find((each) => each.parts.some((part) => part.pick === pick.pick)) ?? {}
    if (!parts) return [askedPick(pick)]
    return parts[0]?.pick === pick.pick && now?.state === 'priced' ? [{ quote: now.quote }] : []
  })
}

/**
 * What would be sent. Where nothing is typed, the least that the house takes stands for it, so that limits and delays are
 * known before.
 */
export function betsOf(wanted: WantedBets): SlipBet[] {
  const { picks, shape, stake, currency, policy, closed, isDemo, bonus } = wanted
  const betOf = (own: readonly SlipPick[], minor: bigint, combinations: number, legs: object): SlipBet => ({
    stake: minor,
    combinations,
    picks: own,
    body: {
      ...legs,
      ...{ stake: toDecimal(minor, currency), currency, mode: isDemo ? 'demo' : 'real', policy },
      ...(bonus && { free_bet: bonus }),
    },
  })
  const least = (combinations: number) => minimumStake(currency, combinations)
  const single = { kind: 'single', sizes: [1], bankers: [] }
  if (shape.kind === 'singles')
    return picks.flatMap((pick, at) => {
      const share = stake.fault === 'EMPTY' ? least(1) : stake.shares[at]
      if (!share || closed.includes(pick.pick)) return []
      return [betOf([pick], share, 1, { ...single, picks: [askedPick(pick)] })]
    })
  const { kind, sizes, bankers } = shape.slip
  const legs = { kind, sizes, bankers, picks: legsAsked(wanted) }
  return [betOf(picks, stake.total ?? least(shape.combinations), shape.combinations, legs)]
}
