import { page, redirect, type SectionName, sections } from '@croupier/contract/content'
import { seo, seoRecord, seoTemplate } from '@croupier/contract/seo'
import { Counter, Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Log } from '../../log.ts'
import type { Content, Raw } from '../../ports/content.ts'
import { openFilesSource } from './files-source.ts'
import { getGeneralInfo, getMetadata } from './get-metadata.ts'
import { keepSource } from './kept-source.ts'
import { fillReplacements, isDisallowed, mergeSeo, ofDomain, replacedFields, robotsRules, seoPath } from './rules.ts'
import type { ContentSource } from './source.ts'
import { strapiReader } from './strapi-source.ts'

type Options = {
  dir: string
  url: string | undefined
  token: string | undefined
  cacheDir: string
  host: string
  log: Log
  metrics?: Registry
}

const siteConfig = z.object(sections)

export { listBanners } from './get-banners.ts'

export const contentMethods = {
  'metadata.get': getMetadata,
  'metadata.getgeneralinfo': getGeneralInfo,
}

export async function openContent(options: Options): Promise<Content> {
  const source = await openSource(options)
  return overSource(source, options)
}

async function openSource({ dir, url, token, cacheDir, log, metrics }: Options): Promise<ContentSource> {
  const onFailure = failureCounter(metrics)
  const files = await openFilesSource({ dir, log, onFailure })
  if (!url) return files
  const kept = keepSource({ reader: strapiReader(url, token), embedded: files, url, cacheDir, log, onFailure })
  showAge(metrics, kept.lastGoodAgeSeconds)
  return {
    ...kept,
    close: async () => {
      await kept.close()
      await files.close()
    },
  }
}

function failureCounter(metrics: Registry | undefined): (name: string) => void {
  if (!metrics) return () => {}
  const counter = new Counter({
    name: 'content_source_failures_total',
    help: 'Answers of the content source that could not be used.',
    labelNames: ['name'],
    registers: [metrics],
  })
  return (name) => counter.inc({ name })
}

function showAge(metrics: Registry | undefined, ageSeconds: () => number) {
  if (!metrics) return
  new Gauge({
    name: 'content_last_good_age_seconds',
    help: 'Age of the oldest content answer in use.',
    registers: [metrics],
    collect() {
      this.set(ageSeconds())
    },
  })
}

function overSource(source: ContentSource, { host, log }: Pick<Options, 'host' | 'log'>): Content {
  const once = rememberOver(source)
  const locales = () => once('locales', source.locales)
  const defaultLocale = async () => (await locales()).find(({ isDefault }) => isDefault)?.code ?? ''

  /** What is not translated yet is shown in the default locale. */
  async function single(name: string, locale: string) {
    return (await source.single(name, locale)) ?? source.single(name, await defaultLocale())
  }

  async function collection(name: string, locale: string) {
    const records = await source.collection(name, locale)
    return records.length > 0 ? records : source.collection(name, await defaultLocale())
  }

  /** One broken section never breaks the others. */
  async function section(name: SectionName, locale: string): Promise<Raw> {
    const written = (await single(name, locale)) ?? {}
    const taken = sections[name].safeParse(written)
    const replaced = taken.success ? replacedFields(written, taken.data) : ['all']
    if (replaced.length > 0)
      log.warn({ section: name, locale, fields: replaced.slice(0, 20) }, 'content replaced by defaults')
    return taken.success ? written : {}
  }

  const pages = (locale: string) =>
    once(`pages ${locale}`, async () =>
      (await collection('pages', locale)).flatMap((record) => page.safeParse(record).data ?? []),
    )

  const seos = (locale: string) =>
    once(`seos ${locale}`, async () => {
      const records = await collection('seos', locale)
      const good = records.flatMap((record) => seoRecord.safeParse(record).data ?? [])
      return new Map(good.map((record) => [record.url, record]))
    })

  const domainSeo = (locale: string) =>
    once(`domain ${locale}`, async () => {
      const records = await collection('domain-seo-settings', locale)
      const own = records.find((record) => record.host === host) ?? records.find(({ host }) => !host || host === '*')
      return seo.parse(own ?? {})
    })

  const config = (locale: string) =>
    once(`config ${locale}`, async () => {
      const written = await Promise.all(
        siteConfig.keyof().options.map(async (name) => [name, await section(name, locale)]),
      )
      return siteConfig.parse(Object.fromEntries(written))
    })

  const robots = () =>
    once('robots', async () => {
      // A second address of the same house is not to be found: it would stand beside the first.
      if ((await config(await defaultLocale())).site.domainType === 'mirror') return 'User-agent: *\nDisallow: /\n'
      const content = (await single('robots', await defaultLocale()))?.content
      return typeof content === 'string' ? content : 'User-agent: *\nAllow: /\n'
    })

  /** Every page asks for them, and the sitemap once for each game. */
  const rules = () => once('robots rules', async () => robotsRules(await robots()))

  return {
    config,
    single,
    collection,
    writtenAt: source.writtenAt,
    async page(slug, locale) {
      const find = async (code: string) => (await pages(code)).find((found) => found.slug === slug) ?? null
      return (await find(locale)) ?? find(await defaultLocale())
    },
    slugs: async () => (await pages(await defaultLocale())).map(({ slug }) => slug),
    redirects: (locale) =>
      once(`redirects ${locale}`, async () =>
        (await collection('redirects', locale)).flatMap((record) => redirect.safeParse(record).data ?? []),
      ),
    domainSeo,
    async seo(path, locale) {
      const asked = seoPath(path)
      const records = await seos(locale)
      const template = seoTemplate(asked)
      const found = [records.get(asked), template ? records.get(template) : undefined].filter(
        (record) => record !== undefined,
      )
      const merged = [...found, ofDomain(await domainSeo(locale))].reduce(mergeSeo)
      const forbidden = await rules()
      const isHidden = isDisallowed(forbidden, asked) || isDisallowed(forbidden, `/${locale}${asked}`)
      return fillReplacements(isHidden ? { ...merged, robots: 'noindex, follow' } : merged)
    },
    robots,
    locales,
    version: source.version,
    onChange: source.onChange,
    close: source.close,
  }
}

/** What is made of the content, once per version of it. */
function rememberOver(source: ContentSource) {
  let memory = new Map<string, unknown>()
  source.onChange(() => {
    memory = new Map()
  })
  return function once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const shelf: Map<string, unknown> = memory
    const found = shelf.get(key)
    if (found instanceof Promise) return found
    const made = make()
    shelf.set(key, made)
    made.catch(() => shelf.delete(key))
    return made
  }
}
