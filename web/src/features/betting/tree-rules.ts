import type { Output } from '@croupier/contract/contract'

type Sport = Output<'sports.getTree'>['sports'][number]
type Tournament = Sport['categories'][number]['tournaments'][number]

/** First leagues with the most to come; the tree keeps its own order among equals. */
export function topLeagues(
  sports: readonly Sport[],
  most: number,
): (Tournament & { sport: string; category: string })[] {
  return sports
    .flatMap(({ sysname, categories }) =>
      categories.flatMap(({ name, tournaments }) =>
        tournaments.map((each) => ({ ...each, sport: sysname, category: name })),
      ),
    )
    .filter(({ tier }) => tier === 'A')
    .sort((one, other) => other.live + other.coming - one.live - one.coming)
    .slice(0, most)
}
