import { isBettingPath, isPlayersOnly, paths } from '@croupier/contract/paths'

const openPaths = new Set<string>([
  paths.withdraw(),
  paths.cashierHistory(),
  paths.receipt(),
  paths.profile(),
  paths.verification(),
  paths.responsibleGame(),
  paths.responsibleGamePlaceholder(),
  paths.security(),
  paths.betHistory(),
  paths.betExports(),
  paths.profileBonuses(),
  paths.profileCashback(),
])

/** Where play begins or is advertised. Written out: a page that is added later stays closed only if it asks for players. */
const play = new Set([
  'game',
  'gamehall',
  'offers',
  'promotions',
  'tournaments',
  'loyalty',
  'jackpots',
  'providers',
  'winners',
])

/** An excluded player who signed in to take the balance out may read, get help, prove who they are and withdraw. */
export function isOpenForPayout(path: string): boolean {
  const plain = spoken(path).replace(/\/+$/, '') || '/'
  if (openPaths.has(plain)) return true
  return !isPlayersOnly(plain) && !play.has(plain.split('/')[1] ?? '')
}

/** Odds may be read by whoever comes for them; nothing of the house leads there. */
export const isOfferedForPayout = (path: string): boolean => isOpenForPayout(path) && !isBettingPath(path)

/** As the router reads it: `/G%61me` is `/game`. */
function spoken(path: string): string {
  try {
    return decodeURIComponent(path).toLowerCase()
  } catch {
    return path.toLowerCase()
  }
}
