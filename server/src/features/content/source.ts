import { z } from 'zod'
import type { Raw, SiteLocale } from '../../ports/content.ts'

/** Where content comes from. `null` and an empty list mean: the source has nothing of that name. */
export type ContentSource = {
  single(name: string, locale: string): Promise<Raw | null>
  collection(name: string, locale: string): Promise<Raw[]>
  locales(): Promise<SiteLocale[]>
  /** When what has this name was last written, for records that do not say it themselves. */
  writtenAt(name: string): Date | null
  version(): string
  onChange(listener: () => void): void
  /** Something was edited, of this model or of any: looks at once instead of waiting for the next round. */
  hear(model: string | null): Promise<void>
  close(): Promise<void>
}

export const raw = z.record(z.string(), z.unknown())

export const localeCode = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/

const siteLocale = z.object({
  code: z.string().regex(localeCode),
  isDefault: z.boolean().catch(false),
  name: z.string().catch(''),
})

/** The good ones of a list of locales. Exactly one is the default: the first that says so, else the first. */
export function parseLocales(value: unknown): SiteLocale[] {
  const items = Array.isArray(value) ? value : []
  const good = items.flatMap((item): SiteLocale[] => {
    const locale = siteLocale.safeParse(item)
    return locale.success ? [locale.data] : []
  })
  const byCode = [...new Map(good.map((locale) => [locale.code, locale])).values()]
  const standard = byCode.find(({ isDefault }) => isDefault) ?? byCode[0]
  return byCode.map((locale) => ({ ...locale, isDefault: locale === standard }))
}

/** The good records of a list: objects, the rest is dropped. */
export const parseRecords = (value: unknown): Raw[] =>
  (Array.isArray(value) ? value : []).flatMap((item): Raw[] => {
    const record = raw.safeParse(item)
    return record.success ? [record.data] : []
  })
