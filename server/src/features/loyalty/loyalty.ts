import type { Operations } from '../../context.ts'
import { buyProduct } from './buy.ts'
import { getCharacters, setCharacter } from './characters.ts'
import { getLoyaltyInfo, getPointsHistory } from './get-info.ts'
import { giveOffered, givePoints, givePrize, orderPrize } from './give-points.ts'
import { getNotifications, seeNotifications } from './notices.ts'
import { changeOrder } from './orders.ts'
import { getOrders, getProducts } from './products.ts'
import { getProgram, getPrograms } from './programs.ts'
import { getQuests } from './quests.ts'
import { recomputePoints } from './recompute.ts'
import { handleClubEvent, noteRead } from './report-step.ts'
import { reviewLevels } from './review-levels.ts'
import { getActive, setActive } from './set-active.ts'
import { listOpenOrders } from './shop-store.ts'
import { allClubPlayers, readClubPlayer, sampleClubPlayers } from './store.ts'
import { workInBets } from './work-in-bets.ts'

export { exportLoyalty } from './export.ts'
export { openPointsFeed } from './feed.ts'

/** What the operator asks and does. */
export const loyaltyHouse = {
  changeOrder,
  give: givePoints,
  giveOffered,
  givePrize,
  noteRead,
  openOrders: listOpenOrders,
  orderPrize,
  players: allClubPlayers,
  read: readClubPlayer,
  recompute: recomputePoints,
  reviewLevels,
  sample: sampleClubPlayers,
  workInBets,
}

export const loyaltyMethods = {
  'events.handle': handleClubEvent,
  'loyalty.buyproduct': buyProduct,
  'loyalty.getActive': getActive,
  'loyalty.getinfo': getLoyaltyInfo,
  'loyalty.getHistory': getPointsHistory,
  'loyalty.getcharacters': getCharacters,
  'loyalty.setcharacter': setCharacter,
  'loyalty.getPrograms': getPrograms,
  'loyalty.getProgram': getProgram,
  'loyalty.getproducts': getProducts,
  'loyalty.getOrders': getOrders,
  'loyalty.getQuests': getQuests,
  'loyalty.getnotifications': getNotifications,
  'loyalty.seeNotifications': seeNotifications,
  'loyalty.setActive': setActive,
} satisfies Partial<Operations>
