import { page, redirect, type SectionName, sections } from '@croupier/contract/content'
import { seo, seoRecord, seoTemplate } from '@croupier/contract/seo'
import { Counter, Gauge, type Registry } from 'prom-client'
import { z } from 'zod'
import type { Log } from '../../log.ts'
import type { Content, Raw } from '../../ports/content.ts'
import { openFilesSource } from './files-source.ts'
import { getGeneralInfo, getMetadata } from './get-metadata.ts'
import { keepSource } from './kept-source.ts'
import { recordFaults, withUntranslated } from './record-rules.ts'
import { fillReplacements, isDisallowed, mergeSeo, ofDomain, replacedFields, robotsRules, seoPath } from './rules.ts'
import type { ContentSource } from './source.ts'
import { strapiReader } from './strapi-source.ts'

type Options = {
  dir: string
  url: string | undefined
  token: string | undefined
  /** How often the content server is asked whether anything changed. */
  refreshMs?: number | undefined
  cacheDir: string
  host: string
  log: Log
  metrics?: Registry
}

const siteConfig = z.object(sections)

export { checkStrapi } from './check-strapi.ts'
export { listBanners } from './get-banners.ts'

export const contentMethods = {
  'metadata.get': getMetadata,
  'metadata.getgeneralinfo': getGeneralInfo,
}

export async function openContent(options: Options): Promise<Content> {
  const source = await openSource(options)
  return overSource(source, options)
}

async function openSource({ dir, url, token, refreshMs, cacheDir, log, metrics }: Options): Promise<ContentSource> {
  const onFailure = failureCounter(metrics)
  const files = await openFilesSource({ dir, log, onFailure })
  if (!url) return files
  const kept = keepSource({
    reader: strapiReader({ url, token, log }),
    embedded: files,
    url,
    cacheDir,
    log,
    onFailure,
    refreshMs,
  })
  // A token that is not believed is heard of at the start, not with the first visitor.
  void kept.locales().catch(() => undefined)
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

  const { single, collection } = readRecords(source, { once, defaultLocale, log })

  /** One broken section never breaks the others. */
  async function section(name: SectionName, locale: string): Promise<Raw> {
    const found = await single(name, locale)
    if (!found) log.warn({ section: name, locale }, 'content section is missing or not published: defaults are used')
    const written = found ?? {}
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
    hear: source.hear,
    close: source.close,
  }
}

type Reading = { once: ReturnType<typeof rememberOver>; defaultLocale: () => Promise<string>; log: Log }

/** What is not translated yet is shown in the default locale, record by record. */
function readRecords(source: ContentSource, { once, defaultLocale, log }: Reading) {
  /** Whatever reads a record decides itself what it does with a broken one; that it is broken is said here. */
  function tellFaults(name: string, locale: string, all: readonly Raw[]) {
    for (const record of all) {
      const fields = recordFaults(name, record).slice(0, 20)
      const which = record.documentId ?? record.id
      if (fields.length > 0) log.warn({ collection: name, locale, record: which, fields }, 'content record has faults')
    }
  }

  return {
    async single(name: string, locale: string) {
      return (await source.single(name, locale)) ?? source.single(name, await defaultLocale())
    },
    async collection(name: string, locale: string) {
      const standard = await defaultLocale()
      const own = await source.collection(name, locale)
      const all = locale === standard ? own : withUntranslated(own, await source.collection(name, standard))
      await once(`checked ${name} ${locale}`, async () => tellFaults(name, locale, all))
      return all
    },
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
