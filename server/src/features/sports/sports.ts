export { type Heard, receiveFeed } from './inbox.ts'
export { listProducers, turnSportsDays } from './producer-store.ts'
