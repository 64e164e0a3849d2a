import type { GameCategory } from '@croupier/contract/games'
import type { IconName } from '../../ui/icon-names.ts'

export const categoryIcons: Record<GameCategory, IconName> = {
  slots: 'cherry',
  tables: 'spade',
  fast: 'zap',
  live: 'radio',
  new: 'star',
  popular: 'users',
  jackpots: 'gem',
}
