import type { About } from '../../engine/game.ts'

export const about: About = {
  sysname: 'twin-dice',
  name: 'Twin Dice',
  provider: 'orbit',
  type: 'fast',
  categories: ['fast', 'new'],
  // Of the bet that rounding costs most: 98.995.
  rtp: '99.00',
  volatility: 2,
  mostUnits: 500,
}
