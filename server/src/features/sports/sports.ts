import { closeEvent, listDisputes, openEvent, rollBackMarket, ruleMarket } from './operate.ts'

export { receiveFeed } from './inbox.ts'
export { listProducers, turnSportsDays } from './producer-store.ts'

/** What the operator does to events and markets. */
export const sportsHouse = { closeEvent, listDisputes, openEvent, rollBack: rollBackMarket, rule: ruleMarket }
