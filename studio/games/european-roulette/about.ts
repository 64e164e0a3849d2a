import type { About } from '../../engine/game.ts'

export const about: About = {
  sysname: 'european-roulette',
  name: 'European Roulette',
  provider: 'red-baize',
  type: 'casino',
  categories: ['tables', 'popular'],
  rtp: '97.30',
  volatility: 3,
  mostUnits: 500,
}
