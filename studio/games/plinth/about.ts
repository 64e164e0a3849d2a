import type { About } from '../../engine/game.ts'

export const about: About = {
  sysname: 'plinth',
  name: 'Plinth',
  provider: 'orbit',
  type: 'fast',
  categories: ['fast', 'new'],
  // The least of its nine tables; the rules show each of them.
  rtp: '98.83',
  volatility: 3,
  mostUnits: 500,
}
