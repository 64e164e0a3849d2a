import { builderFault } from '@croupier/sportsbook/builder'
import { relatedPairs } from '@croupier/sportsbook/relate'
import {
  choose,
  combinationsOf,
  multipleSlip,
  othersOf,
  type Slip,
  singleSlip,
  slipFault,
  slipLimits,
  systemName,
  systems,
} from '@croupier/sportsbook/slip'

/** As many bets as there are picks, one bet of all of them, or many of some of them. */
export const slipKinds = ['singles', 'multiple', 'system'] as const
export type SlipKind = (typeof slipKinds)[number]

export const mostPicks = slipLimits.multiple

/** What the player chose, whether or not it fits the picks that are there now. Bankers are named by their picks. */
export type SlipChoice = { kind: SlipKind | null; sizes: readonly number[]; bankers: readonly string[] }

export const noChoice: SlipChoice = { kind: null, sizes: [], bankers: [] }

/** What the rules have to know of a pick. */
export type RulePick = {
  pick: string
  marketId: number
  event: { id: number }
  isBuildable: boolean
}

export function mayBe(kind: SlipKind, picks: number): boolean {
  if (kind === 'singles') return picks >= 1
  if (kind === 'multiple') return slipFault(multipleSlip(picks)) === null
  return systemsOf(picks, 0).length > 0
}

/** Two picks and more are one bet unless the player says otherwise. */
export function kindOf({ kind }: SlipChoice, picks: number): SlipKind {
  if (kind && mayBe(kind, picks)) return kind
  return picks > 1 ? 'multiple' : 'singles'
}

export type SystemChoice = {
  /** `trixie`, or `2/3` where it has no name. */
  name: string
  sizes: readonly number[]
  combinations: number
  /** What it is made of: so many bets of so many picks, bankers not counted. */
  made: readonly { size: number; count: number }[]
}

const systemSlip = (picks: number, bankers: readonly number[], sizes: readonly number[]): Slip => ({
  kind: 'system',
  picks,
  bankers,
  sizes,
})

/** All the systems that so many picks can be, with so many of them pinned: k of n first, then those with a name. */
export function systemsOf(picks: number, bankers: number): SystemChoice[] {
  const others = picks - bankers
  const places = Array.from({ length: bankers }, (_, at) => at)
  // Without a banker one of n is nothing but singles.
  const least = bankers > 0 ? 1 : 2
  const plain = Array.from({ length: Math.max(0, others - least) }, (_, at) => [at + least])
  const named = Object.values(systems).flatMap(({ legs, sizes }) => (legs === others ? [[...sizes]] : []))
  return [...plain, ...named]
    .map((sizes) => systemSlip(picks, places, sizes))
    .filter((slip) => slipFault(slip) === null)
    .map((slip) => ({
      name: systemName(slip),
      sizes: slip.sizes,
      combinations: combinationsOf(slip),
      made: slip.sizes.map((size) => ({ size, count: choose(othersOf(slip), size) })),
    }))
}

const isSame = (a: readonly number[], b: readonly number[]) => a.join() === b.join()

/** The chosen system where it still fits; else the one most like it, so that a Trixie with a fourth pick is a Yankee. */
function nearestSystem(offered: readonly SystemChoice[], sizes: readonly number[]): SystemChoice | undefined {
  const isAlike = (other: readonly number[]) => other[0] === sizes[0] && other.length > 1 === sizes.length > 1
  return (
    offered.find((system) => isSame(system.sizes, sizes)) ??
    offered.find((system) => isAlike(system.sizes)) ??
    offered[0]
  )
}

/** The pinned picks that are still there; with too many of them nothing is left to choose, so the last ones are let go. */
function bankersOf({ bankers }: SlipChoice, picks: readonly RulePick[]): number[] {
  const pinned = picks.flatMap(({ pick }, place) => (bankers.includes(pick) ? [place] : []))
  return pinned.slice(0, Math.max(0, picks.length - 2))
}

/** A slip as it stands: singles are as many bets as there are picks, everything else is one bet. */
export type SlipShape = { kind: SlipKind; slip: Slip; bets: number; combinations: number; system: SystemChoice | null }

export function shapeOf(choice: SlipChoice, picks: readonly RulePick[]): SlipShape {
  const kind = kindOf(choice, picks.length)
  if (kind === 'singles')
    return { kind, slip: singleSlip, bets: picks.length, combinations: picks.length, system: null }
  if (kind === 'multiple') return { kind, slip: multipleSlip(picks.length), bets: 1, combinations: 1, system: null }
  const bankers = bankersOf(choice, picks)
  const system = nearestSystem(systemsOf(picks.length, bankers.length), choice.sizes) ?? null
  const slip = systemSlip(picks.length, bankers, system?.sizes ?? [])
  return { kind, slip, bets: 1, combinations: combinationsOf(slip), system }
}

/** A pin may be set while at least two picks stay free: with fewer there is nothing to choose from. */
export const mayPin = ({ slip }: SlipShape): boolean => othersOf(slip) > 2

/** Picks that depend on each other and would meet in a bet; in singles none do. */
export function pairsOf<Pick extends RulePick>({ slip }: SlipShape, picks: readonly Pick[]): [Pick, Pick][] {
  const ties = picks.map(({ event }) => ({ event: String(event.id), related: [] }))
  return relatedPairs(slip, ties).flatMap(({ places: [one, other] }): [Pick, Pick][] => {
    const [first, second] = [picks[one], picks[other]]
    return first && second ? [[first, second]] : []
  })
}

/** Picks of one event that could be one builder: of different markets, each of them fit for it, not too many. */
export function buildersOf<Pick extends RulePick>(picks: readonly Pick[]): Pick[][] {
  const events = [...new Set(picks.map(({ event }) => event.id))]
  const isBuilder = (parts: readonly Pick[]) =>
    builderFault(
      parts.map(({ event, marketId, isBuildable }) => ({ event: event.id, market: marketId, isBuildable })),
    ) === null
  return events.map((id) => picks.filter(({ event }) => event.id === id)).filter(isBuilder)
}
