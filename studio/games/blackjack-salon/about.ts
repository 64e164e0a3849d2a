import type { About } from '../../engine/game.ts'

export const about: About = {
  sysname: 'blackjack-salon',
  name: 'Blackjack Salon',
  provider: 'red-baize',
  type: 'casino',
  categories: ['tables', 'popular'],
  rtp: '99.59',
  volatility: 2,
  mostUnits: 500,
}
