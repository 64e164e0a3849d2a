import type { Sport } from '@croupier/sportsbook/facts'
import type { FeedMessage, FeedMessageOf } from '@croupier/sportsbook/feed'
import { sportsPlayed, type Tournament, type World } from '@croupier/sportsbook/world/roster'

type Tree = FeedMessageOf<'tree'>

const sportNames: Record<Sport, { en: string; es: string; ru: string }> = {
  football: { en: 'Football', es: 'Fútbol', ru: 'Футбол' },
  tennis: { en: 'Tennis', es: 'Tenis', ru: 'Теннис' },
  basketball: { en: 'Basketball', es: 'Baloncesto', ru: 'Баскетбол' },
  hockey: { en: 'Ice hockey', es: 'Hockey sobre hielo', ru: 'Хоккей' },
  shooter: { en: 'Shooter', es: 'Shooter', ru: 'Шутер' },
}

/** One place has the leagues of one sport: what the world calls by one name are several. */
const categoryRef = ({ sport, category }: Tournament) => (category.ref === 'world' ? `world-${sport}` : category.ref)

const once = <Item extends { ref: string }>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [item.ref, item])).values(),
]

/** Everyone and everything that plays, sport by sport. */
export const treeMessages = ({ tournaments }: World): FeedMessage[] =>
  sportsPlayed.map((sport, position): Tree => {
    const own = tournaments.filter((each) => each.sport === sport)
    const categories = own.map((each) => ({ ref: categoryRef(each), sport, names: each.category.names }))
    return {
      kind: 'tree',
      sports: [{ sysname: sport, names: sportNames[sport], position }],
      categories: once(categories).map((category, at) => ({ ...category, position: at })),
      tournaments: own.map((each, at) => ({
        ...{ ref: each.ref, category: categoryRef(each), names: each.names, position: at, tier: each.tier },
      })),
      competitors: once(own.flatMap(({ competitors }) => competitors)).map(({ ref, names }) => ({
        ...{ ref, sport, names, crest: '' },
      })),
    }
  })
