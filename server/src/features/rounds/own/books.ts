import type { Prize } from '../batch/companion.ts'
import type { Play } from './rules.ts'
import type { PlayChanges, Seeds } from './store.ts'

type Place = Pick<Play, 'playerId' | 'game' | 'mode'>
const placeOf = ({ playerId, game, mode }: Place) => `${playerId}/${game}/${mode}`

export type OwnBooks = ReturnType<typeof openOwnBooks>

/** Own rounds and seeds of the players of a batch, as they stand call after call; written once at the end. */
export function openOwnBooks(found: readonly Play[], seeds: readonly Seeds[]) {
  const plays = new Map(found.map((play) => [play.round, play]))
  const seedsOf = new Map(seeds.map((each) => [each.playerId, each]))
  const opened = new Map<string, Play>()
  const changed = new Map<string, Play>()
  const counted = new Map<bigint, Seeds>()
  /** One open round for each player, game and mode. */
  const openAt = new Map(found.filter(({ isOver }) => !isOver).map((play) => [placeOf(play), play.round]))

  function keep(play: Play) {
    const isNew = opened.has(play.round) || !plays.has(play.round)
    const list = isNew ? opened : changed
    list.set(play.round, play)
    plays.set(play.round, play)
    if (!play.isOver) openAt.set(placeOf(play), play.round)
    else if (openAt.get(placeOf(play)) === play.round) openAt.delete(placeOf(play))
  }

  return {
    play: (round: string) => plays.get(round),
    openAt: (place: Place) => plays.get(openAt.get(placeOf(place)) ?? ''),
    keep,

    seedsOf(playerId: bigint): Seeds {
      const own = seedsOf.get(playerId)
      if (!own) throw new Error('a player without seeds')
      return own
    },

    addSeeds: (own: Seeds) => seedsOf.set(own.playerId, own),

    /** The next nonce belongs to the next round. */
    countRound(own: Seeds) {
      counted.set(own.playerId, own)
      own.nonce += 1n
    },

    prized({ round, pot, level, won }: Prize) {
      const hit = plays.get(round)
      if (hit) keep({ ...hit, jackpot: { pot, level, won } })
    },

    changes: (): PlayChanges => ({
      opened: [...opened.values()],
      changed: [...changed.values()],
      seeds: [...counted.values()],
    }),
  }
}
