import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { call } from '../../api.ts'
import { keep, kept, notes } from '../../session/browser-storage.ts'
import { isUnseen, mayTellOn, newerSeen } from './rules.ts'

const key = notes.seenCashback

/** Told once, in this browser and on every other device of the player. */
function remember(id: string): void {
  keep(key, id)
  void call('storage.set', { key, value: id }).catch(() => undefined)
}

/** The latest by its end, where it was not told yet and the player lets offers come. */
async function findUnseen(): Promise<WireCashback | null> {
  const { items } = await call('cashbacks.get', { statuses: 'active,paid_out', count: 1 })
  const [latest] = items
  if (!latest || !isUnseen(latest, kept(key))) return null
  const [stored, promotions] = await Promise.all([
    call('storage.get', { keys: key }),
    call('account.getPromotions', {}),
  ])
  const seen = newerSeen(kept(key), stored[key])
  if (seen !== null) keep(key, seen)
  return promotions.is_on && isUnseen(latest, seen) ? latest : null
}

type Page = {
  path: string
  isQuiet: () => boolean
  /** The same while nothing has changed: it is asked for once. */
  news: string
}

const is = { askedFor: '', telling: false }

/** Says once that there is a cashback; true when it did. */
export async function showUnseenCashback({ path, isQuiet, news }: Page): Promise<boolean> {
  if (is.telling || is.askedFor === news || !mayTellOn(path) || window.self !== window.top) return false
  is.askedFor = news
  try {
    const unseen = await findUnseen()
    if (!unseen) return false
    const { openUnseen } = await import('./unseen-popup.tsx')
    if (!isQuiet()) {
      // The page was left, or something else came up meanwhile: the next one asks again.
      is.askedFor = ''
      return false
    }
    is.telling = true
    openUnseen(unseen, (isTold) => {
      is.telling = false
      if (isTold) remember(unseen.id)
      else is.askedFor = ''
    })
    return true
  } catch {
    is.askedFor = ''
    return false
  }
}
