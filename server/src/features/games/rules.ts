import type { GameCategory, GameSort } from '@croupier/contract/games'
import { categoryOfType } from '@croupier/contract/halls'
import type { CatalogueEntry } from '../../ports/catalogue.ts'

export type Scope = 'all' | 'provider' | 'game'
export type Switch = { scope: Scope; name: string; reason: string }

type Closable = Pick<CatalogueEntry, 'sysname' | 'provider' | 'runner'>

/** Why the operator closed it; null where it is open. Of several the widest tells. */
export function closedFor(switches: readonly Switch[], { sysname, provider, runner }: Closable): string | null {
  const closing = (scope: Scope, ...names: (string | null)[]) =>
    switches.find((each) => each.scope === scope && (scope === 'all' || names.includes(each.name)))
  const found = closing('all') ?? closing('provider', provider, runner) ?? closing('game', sysname)
  return found ? found.reason || 'closed' : null
}

export const isLaunchable = ({ runner, version }: Pick<CatalogueEntry, 'runner' | 'version'>) =>
  runner !== null && version !== null

/** Who runs our own titles; in the books of the wallet it is their provider. */
export const ownRunner = 'studio'

/** Who runs the sportsbook. It is in the books to be found by name and closed by the operator, and has no frame to open. */
export const sportsRunner = 'sportsbook'

/** A house without sports has no sportsbook, also where it had one before: nothing in history or favourites names it. */
export const isKnown = (entry: Pick<CatalogueEntry, 'runner' | 'version'>) =>
  entry.runner !== sportsRunner || isLaunchable(entry)

/** Whether this visitor can try it: without an account only our own titles can be tried, no other provider knows guests. */
export const hasDemoFor = ({ hasDemo, runner }: Pick<CatalogueEntry, 'hasDemo' | 'runner'>, isPlayer: boolean) =>
  hasDemo && (isPlayer || runner === ownRunner)

/** In the hall stands what can be played, and what was made up to fill it. The rest lives on in favourites and history. */
export const isListed = (entry: Pick<CatalogueEntry, 'runner' | 'version' | 'isFilled'>) =>
  entry.isFilled || (isLaunchable(entry) && entry.runner !== sportsRunner)

const newDays = 60
const dayMs = 86_400_000

export const isNew = ({ releasedMs, categories }: Pick<CatalogueEntry, 'releasedMs' | 'categories'>, nowMs: number) =>
  categories.includes('new') || nowMs - releasedMs < newDays * dayMs

/** So many of the house's order are the tab `popular`. */
export const mostPopular = 100

/** On which tabs it stands, in the order of the tabs. */
export function categoriesOf(entry: CatalogueEntry, isPopular: boolean, nowMs: number): GameCategory[] {
  const own = new Set(entry.categories)
  own.add(categoryOfType[entry.type])
  const has = (category: GameCategory, isTrue: boolean) => (isTrue ? own.add(category) : own.delete(category))
  has('new', isNew(entry, nowMs))
  has('popular', isPopular)
  has('jackpots', entry.jackpot !== null)
  return [...own]
}

type Compare = (a: CatalogueEntry, b: CatalogueEntry) => number

/** Of two that are equal the same one always comes first, so that no page repeats what another showed. */
const byPopularity: Compare = (a, b) =>
  b.popularity - a.popularity || (a.sysname < b.sysname ? -1 : a.sysname > b.sysname ? 1 : 0)

export function comparing(sort: GameSort, named: (entry: CatalogueEntry) => string, locale: string): Compare {
  if (sort === 'popular') return byPopularity
  if (sort === 'new') return (a, b) => b.releasedMs - a.releasedMs || byPopularity(a, b)
  if (sort === 'rtp') return (a, b) => Number(b.rtp ?? -1) - Number(a.rtp ?? -1) || byPopularity(a, b)
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base', numeric: true })
  return (a, b) => compare(named(a), named(b)) || byPopularity(a, b)
}
