export { askStrip, LiveStrip, type Strip } from './live-strip.tsx'
export { OpenBetsCard } from './open-bets-card.tsx'
export { askSportHits, type SportHit, SportHitLine } from './sport-hits.tsx'
export { askSportsBets, isSportsBets, SportsBets } from './sports-bets-later.ts'
