import { lazy } from 'react'

/** Pages that only show what is played now do not bring it: they come in by the same door. */
export const SportsBets = lazy(() => import('./sports-bets.tsx').then((module) => ({ default: module.SportsBetsPage })))
