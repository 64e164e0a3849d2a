import type { Operations } from '../../context.ts'
import { getLeaderboard, getWinners } from './get-winners.ts'

export { newWinners } from './get-winners.ts'
export { winnerNews } from './winner-news.ts'

export const winnersMethods = {
  'Jackpots.getWinners': getWinners,
  'leaderboard.get': getLeaderboard,
} satisfies Partial<Operations>
