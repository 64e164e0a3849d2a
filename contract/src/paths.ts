/** Every link of the site. The locale is the router's base, so no path here carries one. */
const withQuery = (path: string, query: Record<string, string | readonly string[] | undefined>): string => {
  const pairs = Object.entries(query).flatMap(([key, value]) => {
    const word = typeof value === 'object' ? value.join(',') : value
    return word ? [`${key}=${encodeURIComponent(word).replaceAll('%2C', ',')}`] : []
  })
  return pairs.length ? `${path}?${pairs.join('&')}` : path
}

const part = (value: string | number) => encodeURIComponent(value)
const outcome = (name: string) => (transaction?: string) =>
  transaction ? `/cashier/${name}/${part(transaction)}` : `/cashier/${name}`

/** Everything that the game hall can be narrowed to; the address holds all of it. */
export type HallQuery = {
  category?: string
  type?: string
  providers?: readonly string[]
  search?: string
  sort?: string
  demo?: string
}

/** Which rounds or bets the history lists, or the one that it opens. */
export type BetsQuery = {
  mode?: string
  game?: string
  from?: string
  to?: string
  page?: string
  round?: string
  provider?: string
  /** `sports`: bets instead of rounds. */
  product?: string
  /** One bet of them, by its id. */
  bet?: string
  /** Which of the bets, and from which number on. */
  show?: string
  after?: string
}

/** Which events a list of the book shows, and by which market. */
export type BookQuery = { view?: string; sport?: string; market?: string; page?: string }

export const paths = {
  home: () => '/',
  page: (slug: string) => `/${part(slug)}`,
  offers: () => '/offers',
  offer: (id: string) => `/offers/${part(id)}`,
  betting: (list: BookQuery = {}) => withQuery('/betting', list),
  bettingLive: (list: BookQuery = {}) => withQuery('/betting/live', list),
  bettingToday: (list: BookQuery = {}) => withQuery('/betting/today', list),
  bettingSoon: (list: BookQuery = {}) => withQuery('/betting/soon', list),
  bettingSaved: () => '/betting/saved',
  bettingSport: (sport: string, list: BookQuery = {}) => withQuery(`/betting/${part(sport)}`, list),
  /** The number says which; its name stands there to be read. */
  bettingTournament: (sport: string, id: number, slug: string, list: BookQuery = {}) =>
    withQuery(`/betting/${part(sport)}/${part(`${id}-${slug}`)}`, list),
  bettingEvent: ({ id, slug }: { id: number; slug: string }) => `/betting/event/${part(id)}/${part(slug)}`,
  bettingResults: (list: { day?: string; sport?: string; page?: string } = {}) => withQuery('/betting/results', list),
  bettingCode: (code: string) => `/betting/code/${part(code)}`,
  bettingRules: () => '/betting/rules',
  bettingSportRules: (sport: string, at: { v?: string } = {}) => withQuery(`/betting/rules/${part(sport)}`, at),
  cashier: () => '/cashier',
  wallet: (statement: { purse?: string; page?: string } = {}) => withQuery('/cashier/wallet', statement),
  billing: () => '/cashier/billing',
  deposit: (sysname?: string) => (sysname ? `/cashier/deposit/${part(sysname)}` : '/cashier/deposit'),
  cashierHistory: (tab?: string, filter: { status?: string; page?: string } = {}) =>
    withQuery('/cashier/history', { tab, ...filter }),
  payFail: outcome('payfail'),
  payPending: outcome('paypending'),
  paySuccess: outcome('paysuccess'),
  payCancel: (transaction?: string) => withQuery('/cashier/paycancel', { transaction }),
  payMobile: (transaction?: string) => withQuery('/cashier/paymobile', { transaction }),
  payNewWindow: (transaction?: string) => withQuery('/cashier/paynewwindow', { transaction }),
  receipt: (id?: string | number) => withQuery('/cashier/receipt', { id: id === undefined ? id : String(id) }),
  withdraw: () => '/cashier/withdraw',
  loyalty: () => '/loyalty',
  loyaltyShop: () => '/loyalty/shop',
  loyaltyProgram: (sysname: string) => `/loyalty/${part(sysname)}`,
  profile: () => '/profile',
  profileBets: () => '/profile/bets',
  betHistory: (filter: BetsQuery = {}) => withQuery('/profile/bets/history', filter),
  betExports: (filter: { page?: string } = {}) => withQuery('/profile/bets/exports', filter),
  /** `wagers`: the page of the stakes that counted. */
  profileBonuses: (at: { tab?: string; wagers?: string } = {}) => withQuery('/profile/bonuses', at),
  profileLoyalty: () => '/profile/loyalty',
  profileCashback: () => '/profile/cashback',
  security: () => '/profile/security',
  settings: () => '/profile/settings',
  notification: () => '/profile/notification',
  verification: () => '/profile/verification',
  responsibleGame: () => '/profile/responsible-game',
  support: () => '/support',
  fairness: (filter: { page?: string } = {}) => withQuery('/fairness', filter),
  winners: () => '/winners',
  gamehall: (filter: HallQuery = {}) => withQuery('/gamehall', filter),
  hall: (id: string) => `/gamehall/${part(id)}`,
  jackpots: () => '/jackpots',
  jackpot: (id: string) => `/jackpots/${part(id)}`,
  providers: () => '/providers',
  promotions: () => '/promotions',
  promotion: (id: string) => `/promotions/${part(id)}`,
  tournaments: () => '/tournaments',
  tournament: (id: string) => `/tournaments/${part(id)}`,
  tournamentHall: (id: string) => `/tournaments/${part(id)}/gamehall`,
  unsubscribe: () => '/unsubscribe',
  confirmation: () => '/confirmation',
  confirmed: () => '/confirmation/success',
  signInForm: () => '/forms/sign_in',
  signUpForm: () => '/forms/sign_up',
  game: (sysname: string, mode?: 'real' | 'demo') => `/game/${part(sysname)}${mode ? `#${mode}` : ''}`,
  icons: () => '/_icons',
  /** Two words that only lead on: they have no page of their own. */
  responsibleGamePlaceholder: () => '/responsible-game',
  betsPlaceholder: (rest: string) => `/bets/${rest}`,
} as const

/** The frame in which a game runs; served by the platform, not by the router. */
export const gameFrame = (game: { sysname: string } | { custom: string }, mode = 'play') =>
  `/platform/game/${'custom' in game ? `custom/${part(game.custom)}` : part(game.sysname)}/${part(mode)}`

/** Words of a path as the router reads them: it tells neither `/Cashier` nor `/c%61shier` from `/cashier`. */
const segments = (path: string) => (path.split('?')[0] ?? '').split('/').filter(Boolean).map(spoken)

function spoken(word: string): string {
  try {
    return decodeURIComponent(word).toLowerCase()
  } catch {
    return word.toLowerCase()
  }
}

/**
 * Pages a guest may not open. Whole segments count, so that a public page
 * such as `/offers/cashier-days` stays open; a lone segment with other letters is a slug.
 */
export const isPlayersOnly = (path: string): boolean =>
  segments(path).some((word) => ['bets', 'cashier', 'profile', 'responsible-game'].includes(word))

/** Money, passwords and games: no custom code, no chat, no outside script is ever on these pages. */
export const isProtected = (path: string): boolean =>
  ['cashier', 'profile', 'forms', 'game'].includes(segments(path)[0] ?? '')

/** All pages of the sportsbook. */
export const isBettingPath = (path: string): boolean => segments(path)[0] === 'betting'

export const isGamePath = (path: string): boolean => path.includes('/game/')
export const isDepositPath = (path: string): boolean => segments(path).slice(0, 2).join('/') === 'cashier/deposit'

/** Canonical address of game pages carries the platform segment. */
export const canonicalPath = (path: string): string => (/^\/game\//.test(path) ? `/platform${path}` : path)

/** The page that stands at a canonical address, with or without a locale before it: the frames of games lie deeper. */
export const pageAtCanonical = (path: string): string => path.replace(/\/platform(?=\/game\/[^/]+$)/, '')

/** `register=success` on a page tells that this visit has just opened an account. */
export function withSuccess(path: string): string {
  const url = new URL(path, 'http://croupier.invalid')
  url.searchParams.set('register', 'success')
  return url.pathname + url.search + url.hash
}
