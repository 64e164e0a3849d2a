import { toDecimal } from '@croupier/contract/money'
import type { SlipBet } from './slip-bets.ts'
import type { SlipPick } from './slip-store.ts'
import type { SlipState } from './slip-text.ts'
import type { SlipLine, SlipView } from './slip-view.ts'

/** The picks with the prices of now, where they are asked about. */
export function acceptedPicks(picks: readonly SlipPick[], asks: readonly SlipLine[]): SlipPick[] {
  const now = new Map(asks.map((line) => [line.pick.pick, line.now]))
  return picks.map((pick) => {
    const taken = now.get(pick.pick)
    return taken ? { ...pick, price: taken.price, version: taken.version } : pick
  })
}

type Pressed = { bets: readonly SlipBet[]; total: bigint; edit: Partial<Omit<SlipState, 'changedAt' | 'owner'>> | null }

const totalOf = (bets: readonly SlipBet[]) => bets.reduce((sum, { stake }) => sum + stake, 0n)

/** What a press asks for: the slip, with what the button says is different about it. */
export function insteadOf(
  view: Pick<SlipView, 'slip' | 'bets' | 'betsWith' | 'overs' | 'asks' | 'shape' | 'stake' | 'currency'>,
): Pressed {
  const { slip, bets, betsWith, overs, asks, shape, stake, currency } = view
  if (overs.length > 0 && stake.total !== null) {
    const max = new Map(
      overs.flatMap(({ at, max: most }) => bets[at]?.picks.map(({ pick }) => [pick, most] as const) ?? []),
    )
    const text = (minor: bigint) => toDecimal(minor, currency)
    if (shape.bets > 1) {
      const shares = slip.picks.map(({ pick }, at) => max.get(pick) ?? stake.shares[at] ?? null)
      const cut = betsWith({ stake: { total: stake.total, shares, fault: null } })
      const stakes = { ...slip.stakes, ...Object.fromEntries([...max].map(([pick, most]) => [pick, text(most)])) }
      return { bets: cut, total: totalOf(cut), edit: { stakes } }
    }
    const most = overs[0]?.max ?? 0n
    const cut = betsWith({ stake: { total: most, shares: [most], fault: null } })
    return { bets: cut, total: most, edit: { stake: text(most), entry: 'total' } }
  }
  if (asks.length === 0) return { bets, total: totalOf(bets), edit: null }
  const picks = acceptedPicks(slip.picks, asks)
  return { bets: betsWith({ picks }), total: totalOf(bets), edit: { picks } }
}
