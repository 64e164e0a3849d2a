import type { Operations } from '../../context.ts'
import { getHidden, getLeaderboard, getPots, getWinners, hide } from './get-winners.ts'

export { newWinners } from './get-winners.ts'
export { readHidden } from './store.ts'

export const winnersMethods = {
  'Jackpots.get': getPots,
  'Jackpots.getWinners': getWinners,
  'leaderboard.get': getLeaderboard,
  'leaderboard.getHidden': getHidden,
  'leaderboard.setHidden': hide,
} satisfies Partial<Operations>
