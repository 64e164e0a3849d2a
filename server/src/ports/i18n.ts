import type { Messages } from '@croupier/contract/boot'
import type { Locales } from '@croupier/contract/locales'

/** Locales and texts of the site. */
export type I18n = {
  /** Throws when no locale resolves: nothing can be shown then. */
  locales(): Promise<Locales>
  /** Every text of a locale that pages show; what it lacks is English. */
  messages(locale: string): Promise<Messages>
  /** The texts of letters, which no browser needs. */
  letters(locale: string): Messages
  version(): string
  onChange(listener: () => void): void
  close(): Promise<void>
}
