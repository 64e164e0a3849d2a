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
  const running = [...byProgram].flatMap(([sysname, versions]) => {
    const product = versions.at(-1)?.value?.product
    return product ? [{ sysname, product }] : []
  })
  const usualOf = (other: 'casino' | 'sports') =>
    (running.find(({ product }) => product !== other) ?? running[0])?.sysname ?? null
  return {
    programs: byProgram,
    characters: bySysname(characters),
    dealers,
    usual: { casino: usualOf('sports'), sports: usualOf('casino') },
  }
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
    if (member.program === null || heldAt(member.switches, atMs) === false) return null
    const program = inForce(programs.get(member.program) ?? [], atMs)
    if (!program) return null
    const character = inForce(dealers, atMs) === false ? null : inForce(member.characters, atMs)
    const boosts = character === null ? null : inForce(characters.get(character) ?? [], atMs)
    return { program, boosts: boosts?.boosts ?? {} }
  }

const lastMs = 86_399_999

/** What a programme says on a day. */
export const programOn = ({ programs }: ClubTerms, sysname: string | null, day: string): ProgramTerms | null =>
  sysname === null ? null : inForce(programs.get(sysname) ?? [], Date.parse(day) + lastMs)

/** The last that was published, whether it counts yet or not. */
export const programNow = ({ programs }: ClubTerms, sysname: string | null): ProgramTerms | null =>
  sysname === null ? null : (programs.get(sysname)?.findLast(({ value }) => value !== null)?.value ?? null)
