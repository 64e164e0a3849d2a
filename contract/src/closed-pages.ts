type Flags = { betHistory: boolean; responsibleGaming: boolean; loyalty: boolean }

/** Whether a flag of content's `site.features` has closed the page at this address: nothing leads there then. */
export function isClosedPage(url: string, { betHistory, responsibleGaming, loyalty }: Flags): boolean {
  const path = url.split(/[?#]/)[0] ?? ''
  if (/^\/(profile\/)?bets(\/|$)/.test(path)) return !betHistory
  if (/^\/(profile\/)?loyalty(\/|$)/.test(path)) return !loyalty
  return /^\/(profile\/)?responsible-game\/?$/.test(path) && !responsibleGaming
}
