import type { WireBet } from '@croupier/contract/methods/bets'
import type { WireBonus } from '@croupier/contract/methods/bonuses'
import type { HomeCup } from '../cups/cups.tsx'

/** What a player has going on, each thing only where there is one. */
export type OwnThings = { cup: HomeCup | null; bonus: WireBonus | null; bets: WireBet[] }

/** What there can be: nothing else is asked for. */
export type OwnKinds = { hasCups: boolean; hasBonusMoney: boolean; hasBets: boolean }

export const hasOwn = ({ cup, bonus, bets }: OwnThings): boolean => cup !== null || bonus !== null || bets.length > 0
