import { readSwitches } from '../../games/games.ts'
import type { Companion } from '../batch/companion.ts'
import { refuse } from '../batch/rules.ts'

/** What the operator closed takes no stakes; wins and rollbacks go on. */
export const switchesCompanion: Companion = {
  name: 'switches',
  place: 'switches',
  async open(tx) {
    const reasonFor = await readSwitches(tx)
    const isClosed = (game: string, provider: string) => reasonFor(game, provider) !== null
    return {
      isClosed,
      check: {
        at: 'switches',
        refuse: ({ call: { game, provider } }) =>
          isClosed(game, provider) ? refuse('GAME_CLOSED', 'game', 'The game takes no stakes now') : null,
      },
    }
  },
}
