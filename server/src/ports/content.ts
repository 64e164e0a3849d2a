import type { Page, Redirect, SiteConfig } from '@croupier/contract/content'
import type { Seo } from '@croupier/contract/seo'

/** A record of content as it comes: flattened, in one locale, not yet parsed. */
export type Raw = Record<string, unknown>
export type SiteLocale = { code: string; isDefault: boolean; name: string }

/** What the site shows, read from its source and kept while that fails. */
export type Content = {
  /** Every section, parsed with defaults. */
  config(locale: string): Promise<SiteConfig>
  /** A section or a collection as the source has it, for the content API. */
  single(name: string, locale: string): Promise<Raw | null>
  collection(name: string, locale: string): Promise<Raw[]>
  /** When one of them was last written, for records that do not say it themselves. */
  writtenAt(name: string): Date | null
  page(slug: string, locale: string): Promise<Page | null>
  slugs(): Promise<string[]>
  redirects(locale: string): Promise<Redirect[]>
  /** What holds for every page of our host that has no words of its own. */
  domainSeo(locale: string): Promise<Seo>
  /** Tokens are filled only from the record's own replacements: the page knows the others. */
  seo(path: string, locale: string): Promise<Seo>
  /** Rules of robots.txt, without the line that names the sitemap. */
  robots(): Promise<string>
  locales(): Promise<SiteLocale[]>
  /** Another word whenever any content changed. */
  version(): string
  onChange(listener: () => void): void
  /** The content server says that a record of this model was edited; null where it does not say of which. */
  hear(model: string | null): Promise<void>
  close(): Promise<void>
}
