import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type ContentType, contentTypes, picturesIn } from '@croupier/contract/content-model'
import { z } from 'zod'
import { strapiReader } from '../../server/src/features/content/strapi-source.ts'
import type { Strapi } from './client.ts'
import { joinLanguages } from './written.ts'

type Raw = Record<string, unknown>
type Options = { strapi: Strapi; token: string; dir: string; say: (line: string) => void }

const files = z.array(z.object({ url: z.string(), caption: z.string().nullish() }))

/** Writes what a Strapi has published as files that the site can be started with. */
export async function exportContent({ strapi, token, dir, say }: Options) {
  const reader = strapiReader({ url: strapi.url, token, log: { warn: () => {} } })
  const locales = await reader.locales()
  const codes = locales.map(({ code }) => code)
  const standard = locales.find(({ isDefault }) => isDefault)?.code ?? ''
  const named = files.parse(await strapi.ask('GET', 'upload/files'))
  const captions = new Map(named.flatMap(({ url, caption }) => (caption ? [[url, caption] as const] : [])))
  const uploads = new Set<string>()
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
  const writeJson = (path: string, value: unknown) => write(path, `${JSON.stringify(value, null, 2)}\n`)

  await writeJson('site/locales.json', locales)
  for (const type of contentTypes) {
    const records = await joinedRecords(reader, type, { codes, standard })
    for (const upload of records.flatMap((record) => picturesIn(type.fields, record))) uploads.add(upload)
    const [first] = records
    const back = (value: unknown) => JSON.parse(withCaptions(JSON.stringify(value), captions))
    if (type.name === 'robots') await write('site/robots.txt', String(first?.content ?? ''))
    else if (!type.isSingle) await writeJson(`site/collections/${type.name}.json`, back(records))
    else if (first) await writeJson(`site/${type.name}.json`, back(first))
  }
  const strange = [...uploads]
    .map((upload) => upload.split('?')[0] ?? '')
    .filter((url) => url.startsWith('/uploads/') && !captions.has(url))
  for (const url of strange) {
    const response = await fetch(`${strapi.url}${url}`)
    await mkdir(join(dir, 'public/uploads'), { recursive: true })
    await writeFile(join(dir, 'public/uploads', basename(url)), Buffer.from(await response.arrayBuffer()))
  }
  if (strange.length > 0) say(`${strange.length} pictures are below ${join(dir, 'public')}: put them into web/public.`)
}

/** A picture that came from the site goes back by its path there. */
const withCaptions = (text: string, captions: ReadonlyMap<string, string>) =>
  text.replace(/"(\/uploads\/[^"?]+)(?:\?v=\w+)?"/g, (_found, url: string) => JSON.stringify(captions.get(url) ?? url))

const notWritten = ['documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale', 'id']

type Languages = { codes: readonly string[]; standard: string }

async function joinedRecords(
  reader: ReturnType<typeof strapiReader>,
  type: ContentType,
  { codes, standard }: Languages,
): Promise<Raw[]> {
  const byLocale = new Map<string, Map<unknown, Raw>>()
  for (const code of codes) {
    const single = type.isSingle ? await reader.single(type.name, code) : null
    const found = type.isSingle ? (single ? [single] : []) : await reader.collection(type.name, code)
    byLocale.set(code, new Map(found.map((record) => [record.documentId, record])))
  }
  return [...(byLocale.get(standard)?.values() ?? [])].map((record, at) => {
    const versions = [...byLocale].flatMap(([code, all]) => {
      const version = all.get(record.documentId)
      return version ? [[code, bare(type, version)] as const] : []
    })
    const joined = joinLanguages(new Map(versions))
    return { ...(!type.isSingle && { id: at + 1 }), ...(typeof joined === 'object' ? joined : {}) }
  })
}

/** What editors wrote, without what Strapi adds. */
const bare = ({ fields }: ContentType, record: Raw): Raw =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => Object.hasOwn(fields, name) || !notWritten.includes(name)),
  )
