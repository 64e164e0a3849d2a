import type { Output } from '@croupier/contract/contract'

/** What the platform writes into the page of a game. */
export type Launch = {
  game: string
  mode: 'real' | 'demo' | 'replay'
  /** Stands for player, game, mode and currency. Null in a replay. */
  token: string | null
  locale: string
  /** The origin of the site: whom the frame says hello to, and where the API is. */
  home: string
  /** The recorded round that is shown again. */
  record: Output<'rounds.getRound'> | null
}

export const launchElement = 'launch'
