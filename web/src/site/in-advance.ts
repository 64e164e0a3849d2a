/** Of a visitor who counts bytes, or waits long for them, nothing is fetched that was not asked for. */
function isLineDear(): boolean {
  const line: unknown = Reflect.get(navigator, 'connection')
  if (typeof line !== 'object' || line === null) return false
  return Reflect.get(line, 'saveData') === true || /2g/.test(String(Reflect.get(line, 'effectiveType')))
}

/** As late as the second report of a visit: the page has long stood. */
const lateMs = 3000

/** Does what can wait: when the page has stood for a while and its browser has nothing to do. Answers how to let go of it. */
export function whenIdle(work: () => void): () => void {
  let isOff = false
  const rest = () => {
    if (isOff || document.hidden || isLineDear()) return
    if ('requestIdleCallback' in window) requestIdleCallback(() => isOff || work())
    else work()
  }
  const timer = setTimeout(rest, lateMs)
  return () => {
    isOff = true
    clearTimeout(timer)
  }
}

let isGuess = false

/** A part that no visitor asked for may be missing: the page is not loaded anew for it. */
export const isGuessing = (): boolean => isGuess

/** Fetches what may be wanted later. What fails is fetched again when it is. */
export async function inAdvance(load: () => Promise<unknown>): Promise<void> {
  isGuess = true
  await load().catch(() => undefined)
  isGuess = false
}

/** What was guessed is wanted now, wherever its fetching stands. */
export const isWanted = (): void => {
  isGuess = false
}
