import type { About } from '../../engine/game.ts'

export const about: About = {
  sysname: 'liftoff',
  name: 'Liftoff',
  provider: 'orbit',
  type: 'fast',
  categories: ['fast', 'popular', 'new'],
  rtp: '99.00',
  volatility: 4,
  mostUnits: 250,
  isShared: true,
}
