import type { CharacterTerms, ProgramTerms } from '@croupier/contract/loyalty-terms'
import type { Db } from '../../context.ts'
import { live } from '../campaigns/campaigns.ts'
import { type Dated, type DayTerms, heldAt, inForce, type PlayLine } from './rules.ts'
import { readDealersOn } from './store.ts'

/** Published rules of the club, with all that were before: every line counts by those of its own day. */
export type ClubTerms = {
  programs: ReadonlyMap<string, readonly Dated<ProgramTerms | null>[]>
  characters: ReadonlyMap<string, readonly Dated<CharacterTerms | null>[]>
  /** Whether dealers count at all. */
  dealers: readonly Dated<boolean>[]
  /** The programme of players who come new, by whether they registered for bets. */
  usual: { casino: string | null; sports: string | null }
}

const bySysname = <T>(versions: readonly { sysname: string; atMs: number; terms: T }[]) =>
  new Map(
    [...Map.groupBy(versions, ({ sysname }) => sysname)].map(([sysname, own]) => [
      sysname,
      own.map(({ atMs, terms }): Dated<T> => ({ atMs, value: terms })),
    ]),
  )

export async function readClubTerms(db: Db): Promise<ClubTerms> {
  const [programs, characters, dealers] = await Promise.all([
    live['loyalty-programs'].versions(db),
    live.characters.versions(db),
    readDealersOn(db),
  ])
  const byProgram = bySysname(programs)
  const usualOf = (product: 'casino' | 'sports') => usualAmong(byProgram, product, lastSaid)?.sysname ?? null
  return {
    programs: byProgram,
    characters: bySysname(characters),
    dealers,
    usual: { casino: usualOf('casino'), sports: usualOf('sports') },
  }
}

type Said = readonly Dated<ProgramTerms | null>[]
type Program = { sysname: string; terms: ProgramTerms }

const lastSaid = (said: Said): ProgramTerms | null => said.at(-1)?.value ?? null
const others: Partial<Record<ProgramTerms['product'], ProgramTerms['product']>> = { casino: 'sports', sports: 'casino' }

/** The first of those that `read` finds running that is not about the other product alone, else the first. */
function usualAmong(
  programs: ClubTerms['programs'],
  product: ProgramTerms['product'],
  read: (said: Said) => ProgramTerms | null,
): Program | null {
  const running = [...programs].flatMap(([sysname, said]): Program[] => {
    const terms = read(said)
    return terms ? [{ sysname, terms }] : []
  })
  return running.find(({ terms }) => terms.product !== others[product]) ?? running[0] ?? null
}

/** The programme of a player who has none yet. */
export const usualFor = ({ usual }: Pick<ClubTerms, 'usual'>, { isBetting }: { isBetting: boolean | null }) =>
  isBetting ? usual.sports : usual.casino

type Member = {
  program: string | null
  switches: readonly Dated<boolean>[]
  characters: readonly Dated<string>[]
}

/** By what a line of this player counts; null: not at all. */
export const termsOf =
  ({ programs, characters, dealers }: Omit<ClubTerms, 'usual'>, member: Member) =>
  ({ atMs }: Pick<PlayLine, 'atMs'>): DayTerms | null => {
    if (heldAt(member.switches, atMs) === false) return null
    const program = programAt({ programs }, member.program, atMs)
    if (!program) return null
    const character = inForce(dealers, atMs) === false ? null : inForce(member.characters, atMs)
    const boosts = character === null ? null : inForce(characters.get(character) ?? [], atMs)
    return { program, boosts: boosts?.boosts ?? {} }
  }

/**
 * The programme of a member at a moment: its own, and where that is stopped by then the usual one of what it was about.
 * It follows from what was published by then alone, so it is the same whenever it is computed.
 */
function programAt({ programs }: Pick<ClubTerms, 'programs'>, own: string | null, atMs: number): ProgramTerms | null {
  const said = own === null ? [] : (programs.get(own) ?? [])
  const [first] = said
  // Before it was said first nothing counts.
  if (!first?.value || first.atMs > atMs) return null
  const read = (each: Said) => inForce(each, atMs)
  return read(said) ?? usualAmong(programs, first.value.product, read)?.terms ?? null
}

const lastMs = 86_399_999

/** What the programme of a member says on a day. */
export const programOn = (terms: ClubTerms, own: string | null, day: string): ProgramTerms | null =>
  programAt(terms, own, Date.parse(day) + lastMs)

/** By the last that was published, whether it counts yet or not. Where all are stopped the own one is shown as it was. */
export function programNow({ programs }: ClubTerms, own: string | null): Program | null {
  const said = own === null ? [] : (programs.get(own) ?? [])
  const shown = said.findLast(({ value }) => value !== null)?.value
  if (own === null || !shown) return null
  const usual = lastSaid(said) ? null : usualAmong(programs, shown.product, lastSaid)
  return usual ?? { sysname: own, terms: shown }
}
