import type { About } from '../../engine/game.ts'

export const about: About = {
  sysname: 'minefold',
  name: 'Minefold',
  provider: 'orbit',
  type: 'fast',
  categories: ['fast', 'new', 'popular'],
  // Of the plan that rounding costs most; the rules show each, up to 99.00.
  rtp: '98.28',
  volatility: 3,
  mostUnits: 250,
}
