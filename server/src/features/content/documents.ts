import { createHash } from 'node:crypto'
import { sections } from '@croupier/contract/content'
import type { Content, Raw } from '../../ports/content.ts'
import { ContentError, invalid } from './content-error.ts'
import { withoutPrivate } from './fields.ts'
import { type OneQuery, parseListQuery, parseOneQuery, runList, runOne } from './query.ts'
import { raw } from './source.ts'

/** What anyone may read. Anything else, the people of the backend above all, does not exist here. */
const collections: readonly string[] = ['pages', 'banners', 'seos', 'domain-seo-settings', 'redirects']

const notFound = () => new ContentError(404, 'NotFoundError', 'Not Found')

/** `GET /{name}`: a collection, or a single type. */
export async function readType(content: Content, name: string, query: string) {
  if (Object.hasOwn(sections, name)) return readSingle(content, name, parseOneQuery(query))
  if (!collections.includes(name)) throw notFound()
  const asked = parseListQuery(query)
  const locale = await chooseLocale(content, asked.locale)
  return runList(await documents(content, name, locale), asked)
}

/** `GET /{name}/{documentId}`; Strapi 4's numeric id is understood too. */
export async function readDocument(content: Content, name: string, id: string, query: string) {
  if (!collections.includes(name)) throw notFound()
  const asked = parseOneQuery(query)
  const records = await documents(content, name, await chooseLocale(content, asked.locale))
  const record = records.find((found) => found.documentId === id || String(found.id) === id)
  if (!record) throw notFound()
  return { data: runOne(record, asked), meta: {} }
}

export async function readLocales(content: Content) {
  return (await content.locales()).map((locale, at) => ({ id: at + 1, ...locale }))
}

async function readSingle(content: Content, name: string, asked: OneQuery) {
  const locale = await chooseLocale(content, asked.locale)
  const found = await content.single(name, locale)
  if (!found) throw notFound()
  return { data: runOne(asDocument(content, name, locale)(found, 0), asked), meta: {} }
}

async function documents(content: Content, name: string, locale: string): Promise<Raw[]> {
  return (await content.collection(name, locale)).map(asDocument(content, name, locale))
}

/** Strapi names documents by 24 letters and digits. Ours follow from the record, so they stay the same everywhere. */
export function documentId(collection: string, id: unknown): string {
  const digest = createHash('sha256')
    .update(`${collection}:${String(id)}`)
    .digest('hex')
  return BigInt(`0x${digest}`).toString(36).padStart(50, '0').slice(-24)
}

const asDocument =
  ({ writtenAt }: Content, name: string, locale: string) =>
  (record: Raw, at: number): Raw => {
    const id = typeof record.id === 'number' ? record.id : at + 1
    const own = typeof record.documentId === 'string' ? record.documentId : documentId(name, id)
    const moments = momentsOf(record, writtenAt(name))
    return { ...raw.parse(withoutPrivate(record)), id, documentId: own, ...moments, locale }
  }

/** What an editor did not write is known from the file: it was there and public at the latest when it was last written. */
function momentsOf(record: Raw, writtenAt: Date | null) {
  const updatedAt = momentOf(record.updatedAt) ?? writtenAt?.toISOString() ?? null
  const createdAt = momentOf(record.createdAt) ?? updatedAt
  return { createdAt, updatedAt, publishedAt: momentOf(record.publishedAt) ?? createdAt }
}

function momentOf(value: unknown): string | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

async function chooseLocale(content: Content, asked: string | undefined): Promise<string> {
  const locales = await content.locales()
  const found = locales.find(({ code, isDefault }) => (asked === undefined ? isDefault : code === asked))
  if (!found) throw invalid('Invalid locale', { key: 'locale', source: 'query' })
  return found.code
}
