import type { About } from '../../engine/game.ts'

export const about: About = {
  sysname: 'fruit-parade',
  name: 'Fruit Parade',
  provider: 'red-baize',
  type: 'slot',
  categories: ['slots', 'popular'],
  rtp: '95.90',
  volatility: 2,
  mostUnits: 500,
}
