import type { TransactionStatus } from '@croupier/contract/cashier'
import { splitLocale } from '@croupier/contract/locales'
import { safePath } from '@croupier/contract/safe-path'

/** What a page about one deposit shows: always how the deposit stands, never what its address claims. */
export type View = 'pending' | 'success' | 'fail' | 'cancel' | 'refunded'

const views: Partial<Record<TransactionStatus, View>> = {
  created: 'pending',
  pending: 'pending',
  paid: 'success',
  failed: 'fail',
  cancelled: 'cancel',
  refunded: 'refunded',
}

export const viewOf = (status: TransactionStatus): View => views[status] ?? 'pending'

export const isUnderway = (status: TransactionStatus): boolean => viewOf(status) === 'pending'

type Offered = { status: TransactionStatus; offer: { state: string } | null }

/** The money is there and what was chosen with it is not: it comes after it, most times within a second. */
export const offerWaits = ({ status, offer }: Offered): boolean =>
  viewOf(status) === 'success' && (offer?.state === 'promised' || offer?.state === 'released')

/** The number in an address, or null when it cannot be one. */
export const numberOf = (word: string): number | null => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : null)

export const firstWaitMs = 2_000
const mostWaitMs = 10_000

/** The push comes first; asking is for when it does not, so it gets rarer. */
export const nextWaitMs = (waitMs: number): number => Math.min(mostWaitMs, Math.round(waitMs * 1.5))

type Dated = { id: number; updated_at: string }

/** Answers may overtake each other: the one about the later moment stands. */
export function newerOf<T extends Dated>(known: T, heard: T): T {
  if (known.id !== heard.id) return heard
  return Date.parse(heard.updated_at) >= Date.parse(known.updated_at) ? heard : known
}

type SiteLocales = { locale: string; defaultLocale: string; locales: { code: string; isDefault: boolean }[] }

/** A way back as the router knows it: without the locale. Null where it leads into another language, which is another load. */
export function routeBack(back: string, site: SiteLocales): string | null {
  const [pathname = '/'] = back.split(/[?#]/)
  const { code, path } = splitLocale(pathname, site)
  return (code ?? site.defaultLocale) === site.locale ? safePath(path + back.slice(pathname.length)) : null
}
