import type { Operations } from '../../context.ts'
import { closingWords, listActs, noteAct } from './acts.ts'
import { addFavourite, getFavourites, removeFavourite } from './favourites.ts'
import { changesSince, matchesOf, resultsOf, seeMarkets, shareEvents, sourcesOf } from './for-bets.ts'
import { getEvent, getFacts } from './get-event.ts'
import { getEvents } from './get-events.ts'
import { getMarkets } from './get-markets.ts'
import { getMeetings } from './get-meetings.ts'
import { getPrices } from './get-prices.ts'
import { getProof } from './get-proof.ts'
import { getResults } from './get-results.ts'
import { getRules } from './get-rules.ts'
import { getStandings } from './get-standings.ts'
import { getTree } from './get-tree.ts'
import { closeEvent, listDisputes, nameEvents, nameMarkets, openEvent, rollBackMarket, ruleMarket } from './operate.ts'
import { readEventRecords, readMarketRecords } from './record-for-bets.ts'
import { searchSports } from './search-sports.ts'
import { closedEvents, closeScope, listSportsSwitches, openScope } from './switches.ts'

export { openProducers } from './ask-producers.ts'
export { openSportsBook } from './book.ts'
export { isLive, isSilentNow, nameOf } from './card-rules.ts'
export { exportSports } from './favourites.ts'
export { addressKey, type MarketResult, type MarketSight } from './for-bets.ts'
export { receiveFeed } from './inbox.ts'
export { closeOldEvents, openSportsClock } from './keep-time.ts'
export { listProducers, readFeedLags } from './producer-store.ts'
export { slugOf } from './slug-rules.ts'
export { openToldMarkets } from './told-markets.ts'
export { turnSportsDays } from './turn-days.ts'

/** The book as bets ask for it, inside their own transactions. */
export const sportsForBets = {
  changesSince,
  closedEvents,
  closingWords,
  matchesOf,
  resultsOf,
  seeMarkets,
  shareEvents,
  sourcesOf,
  marketRecords: readMarketRecords,
  eventRecords: readEventRecords,
}

/** What the operator does to events and markets. */
export const sportsHouse = {
  closeEvent,
  closeScope,
  listActs,
  listDisputes,
  listSwitches: listSportsSwitches,
  nameEvents,
  nameMarkets,
  noteAct,
  openEvent,
  openScope,
  rollBack: rollBackMarket,
  rule: ruleMarket,
}

export const sportsMethods = {
  'sports.getTree': getTree,
  'sports.getEvents': getEvents,
  'sports.getEvent': getEvent,
  'sports.getMarkets': getMarkets,
  'sports.search': searchSports,
  'sports.getResults': getResults,
  'sports.getStandings': getStandings,
  'sports.getMeetings': getMeetings,
  'sports.getFacts': getFacts,
  'sports.getPrices': getPrices,
  'sports.getRules': getRules,
  'sports.getProof': getProof,
  'sports.getFavourites': getFavourites,
  'sports.addFavourite': addFavourite,
  'sports.removeFavourite': removeFavourite,
} satisfies Partial<Operations>
