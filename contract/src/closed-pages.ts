import { isBettingPath } from './paths.ts'

type Flags = {
  betHistory: boolean
  responsibleGaming: boolean
  loyalty: boolean
  /** Of the house and not of content: whether its catalogue has the sportsbook. */
  hasSports?: boolean
}

/** Whether a flag of content's `site.features`, or a house without sports, has closed the page at this address: nothing leads there then. */
export function isClosedPage(url: string, { betHistory, responsibleGaming, loyalty, hasSports }: Flags): boolean {
  const path = url.split(/[?#]/)[0] ?? ''
  if (isBettingPath(path)) return hasSports === false
  if (/^\/(profile\/)?bets(\/|$)/.test(path)) return !betHistory
  if (/^\/(profile\/)?loyalty(\/|$)/.test(path)) return !loyalty
  return /^\/(profile\/)?responsible-game\/?$/.test(path) && !responsibleGaming
}
