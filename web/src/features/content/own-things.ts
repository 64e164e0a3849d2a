import type { WireBet } from '@croupier/contract/methods/bets'
import type { WireBonus } from '@croupier/contract/methods/bonuses'
import type { HomeCup } from '../cups/cups.tsx'

/** What a player has going on, each thing only where there is one. */
export type OwnThings = { cup: HomeCup | null; bonus: WireBonus | null; bets: WireBet[] }

/** What there can be: nothing else is asked for. */
export type OwnKinds = { hasCups: boolean; hasBonusMoney: boolean; hasBets: boolean }

type Found = { hasBonusMoney: boolean; hasSports: boolean; hasHistory: boolean }

/** Of a player. Bets lead to their history, which content may have closed: nothing leads there then. */
export const kindsOf = ({ hasBonusMoney, hasSports, hasHistory }: Found): OwnKinds => ({
  hasCups: true,
  hasBonusMoney,
  hasBets: hasSports && hasHistory,
})

export type LoadedOwn = { things: OwnThings; kinds: OwnKinds } | null

/**
 * Who has switched the club off sees nothing of it, also where a tournament still runs. The things stay the very ones of
 * the page: home is drawn again with each pot that moves, and others would be taken for a page that was made anew.
 */
export function shownOwn(own: LoadedOwn, isClubHidden: boolean): LoadedOwn {
  if (!own) return null
  const { things } = own
  const kinds = isClubHidden ? { ...own.kinds, hasCups: false } : own.kinds
  const hasAny = (kinds.hasCups && things.cup !== null) || things.bonus !== null || things.bets.length > 0
  return hasAny ? { things, kinds } : null
}
