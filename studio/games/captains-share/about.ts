import type { About } from '../../engine/game.ts'

export const about: About = {
  sysname: 'captains-share',
  name: 'Captain’s Share',
  provider: 'copperfox',
  type: 'slot',
  categories: ['slots', 'popular', 'jackpots'],
  // Without the pot, which has its own share of every real stake.
  rtp: '95.71',
  volatility: 3,
  mostUnits: 250,
  jackpot: 'house',
}
