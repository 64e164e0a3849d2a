import type { PromoCode } from '@croupier/contract/content'

/** Campaigns stand above the sign-up that asks for a code. */
export type PromoCodes = {
  /** A code whose time it is, by the database's clock. Case and space around it do not count. */
  find: (text: string, locale: string) => Promise<Pick<PromoCode, 'code' | 'title' | 'text'> | null>
}
