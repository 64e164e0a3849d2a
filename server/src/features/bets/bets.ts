import type { Operations } from '../../context.ts'
import { quoteBuilder } from './quote-builder.ts'

export const betsMethods = {
  'bets.quoteBuilder': quoteBuilder,
} satisfies Partial<Operations>
