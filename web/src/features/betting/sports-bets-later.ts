import { lazy } from 'react'
import type { readSportsBets } from './sports-bets-data.ts'

// Pages that only show what is played now come in by the same door: they do not bring the page of bets.

export const isSportsBets = (query: URLSearchParams): boolean => query.get('product') === 'sports'

export const askSportsBets: typeof readSportsBets = async (...asked) =>
  (await import('./sports-bets-data.ts')).readSportsBets(...asked)

export const SportsBets = lazy(() => import('./sports-bets.tsx').then((module) => ({ default: module.SportsBetsPage })))
