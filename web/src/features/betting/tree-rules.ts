import type { Output } from '@croupier/contract/contract'

type Sport = Output<'sports.getTree'>['sports'][number]
type Tournament = Sport['categories'][number]['tournaments'][number]

type Tree = Output<'sports.getTree'>

/** Of two trees the one that knows more. */
export const laterTree = (loaded: Tree, asked: Tree | null): Tree =>
  asked !== null && asked.seq > loaded.seq ? asked : loaded

/** Leagues in the order in which they are shown, with the counts of now: none moves under a pointer. */
export function leaguesShown(sports: readonly Sport[], ids: readonly number[]): ReturnType<typeof topLeagues> {
  const byId = new Map(leaguesOfTree(sports).map((league) => [league.id, league]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

const leaguesOfTree = (sports: readonly Sport[]) =>
  sports.flatMap(({ sysname, categories }) =>
    categories.flatMap(({ name, tournaments }) =>
      tournaments.map((each) => ({ ...each, sport: sysname, category: name })),
    ),
  )

/** First leagues with the most to come; the tree keeps its own order among equals. */
export function topLeagues(
  sports: readonly Sport[],
  most: number,
): (Tournament & { sport: string; category: string })[] {
  return leaguesOfTree(sports)
    .filter(({ tier }) => tier === 'A')
    .sort((one, other) => other.live + other.coming - one.live - one.coming)
    .slice(0, most)
}
