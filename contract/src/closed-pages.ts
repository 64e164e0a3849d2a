import { isBettingPath } from './paths.ts'

type Flags = {
  betHistory: boolean
  responsibleGaming: boolean
  loyalty: boolean
  /** Of the player and not of content: the club is switched off, and nothing leads to it. Its switch stays in the profile. */
  isClubHidden?: boolean
  /** Of the house and not of content: whether its catalogue has the sportsbook. */
  hasSports?: boolean
}

/** Whether a flag of content, a house without sports or the player's own switch has closed the page at this address: nothing leads there then. */
export function isClosedPage(url: string, flags: Flags): boolean {
  const { betHistory, responsibleGaming, loyalty, isClubHidden, hasSports } = flags
  const path = url.split(/[?#]/)[0] ?? ''
  if (isBettingPath(path)) return hasSports === false
  if (/^\/(profile\/)?bets(\/|$)/.test(path)) return !betHistory
  if (isClubHidden && /^\/(loyalty|tournaments)(\/|$)/.test(path)) return true
  if (/^\/(profile\/)?loyalty(\/|$)/.test(path)) return !loyalty
  return /^\/(profile\/)?responsible-game\/?$/.test(path) && !responsibleGaming
}

type ClubConfig = {
  site: { features: { loyalty: boolean; characters: boolean } }
  loyalty: { isEnabled: boolean; hasCharacters: boolean }
}

/** Whether the site has a club at all, and dealers: two flags of content each. */
export function clubFlagsOf({ site, loyalty }: ClubConfig) {
  const isOn = site.features.loyalty && loyalty.isEnabled
  return { isOn, hasCharacters: isOn && loyalty.hasCharacters && site.features.characters }
}
