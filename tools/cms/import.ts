import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type ContentType, contentTypes, isLocalised, picturesIn } from '@croupier/contract/content-model'
import { apiName, attributeName, placeAttribute } from '@croupier/contract/strapi'
import { pino } from 'pino'
import { z } from 'zod'
import { openFilesSource } from '../../server/src/features/content/files-source.ts'
import type { ContentSource } from '../../server/src/features/content/source.ts'
import { root } from '../sources.ts'
import type { Strapi } from './client.ts'
import { type Pictures, toStrapi } from './written.ts'

type Raw = Record<string, unknown>
type Options = { strapi: Strapi; contentDir: string; publicDir?: string; say: (line: string) => void }

const quiet = pino({ level: 'silent' })
const list = z.object({ data: z.array(z.looseObject({ documentId: z.string() })) })
const files = z.array(z.object({ id: z.number(), caption: z.string().nullish() }))
const made = z.object({ data: z.object({ documentId: z.string() }) })

/** Writes the content of the files into a Strapi and publishes it. What is there by the same name is overwritten. */
export async function importContent({ strapi, contentDir, publicDir = join(root, 'web/public'), say }: Options) {
  const source = await openFilesSource({ dir: contentDir, log: quiet, onFailure: say })
  try {
    const codes = (await source.locales())
      .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
      .map(({ code }) => code)
    const pictures = await uploadPictures({ strapi, publicDir, say }, await namedPictures(source, codes))
    for (const type of contentTypes) {
      const count = await importType({ strapi, source, pictures }, type, codes)
      say(`${type.name}: ${count}`)
    }
  } finally {
    await source.close()
  }
}

const recordsOf = async (source: ContentSource, type: ContentType, code: string): Promise<Raw[]> => {
  if (!type.isSingle) return source.collection(type.name, code)
  const found = await source.single(type.name, code)
  return found ? [found] : []
}

async function namedPictures(source: ContentSource, codes: readonly string[]): Promise<Set<string>> {
  const names = new Set<string>()
  for (const type of contentTypes)
    for (const code of codes)
      for (const record of await recordsOf(source, type, code))
        for (const name of picturesIn(type.fields, record)) names.add(name)
  return names
}

/** The path in the site stays in the caption: by it a picture is known when it is imported or exported again. */
async function uploadPictures(
  { strapi, publicDir, say }: Pick<Options, 'strapi' | 'say'> & { publicDir: string },
  names: ReadonlySet<string>,
): Promise<Pictures> {
  const present = files.parse(await strapi.ask('GET', 'upload/files'))
  const known = new Map(present.flatMap(({ id, caption }) => (caption ? [[caption, id] as const] : [])))
  for (const name of names) {
    if (known.has(name)) continue
    const bytes = await readFile(join(publicDir, name)).catch(() => null)
    if (!bytes) {
      say(`no such picture: ${name}`)
      continue
    }
    const form = new FormData()
    form.append('files', new Blob([new Uint8Array(bytes)], { type: mimeOf(name) }), basename(name))
    form.append('fileInfo', JSON.stringify({ name: basename(name), caption: name }))
    const [file] = files.parse(await strapi.ask('POST', 'upload', form))
    if (file) known.set(name, file.id)
  }
  return known
}

const mimes: Record<string, string> = { webp: 'image/webp', png: 'image/png', jpg: 'image/jpeg', svg: 'image/svg+xml' }
const mimeOf = (name: string) => mimes[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'

type Import = { strapi: Strapi; source: ContentSource; pictures: Pictures }

/** The fields by which a record of a collection is the same one as last time. */
const keyFields = ['sysname', 'slug', 'from_url', 'host', 'trigger', 'state', 'url', 'code']

const keyOf = (type: ContentType, record: Raw, place: unknown): string => {
  const named = keyFields.filter((name) => Object.hasOwn(type.fields, name))
  return named.length === 0 ? String(place) : JSON.stringify(named.map((name) => record[attributeName(name)] ?? ''))
}

async function importType({ strapi, source, pictures }: Import, type: ContentType, codes: readonly string[]) {
  const isTranslated = Object.values(type.fields).some(isLocalised)
  const path = apiName(type)
  const present = type.isSingle ? new Map<string, string>() : await presentRecords(strapi, type)
  let count = 0
  for (const code of isTranslated ? codes : codes.slice(0, 1)) {
    const language = isTranslated ? `?locale=${code}` : ''
    for (const [at, record] of (await recordsOf(source, type, code)).entries()) {
      const place = (at + 1) * 10
      const data = {
        ...toStrapi(type, type.fields, record, pictures),
        ...(!type.isSingle && { [placeAttribute]: place }),
      }
      const key = keyOf(type, data, place)
      const known = present.get(key)
      if (type.isSingle) await strapi.ask('PUT', `${path}${language}`, { data })
      else if (known) await strapi.ask('PUT', `${path}/${known}${language}`, { data })
      else present.set(key, made.parse(await strapi.ask('POST', `${path}${language}`, { data })).data.documentId)
      count += 1
    }
  }
  return count
}

async function presentRecords(strapi: Strapi, type: ContentType): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const query = `pagination[page]=${page}&pagination[pageSize]=100&sort=documentId:asc`
    const { data } = list.parse((await strapi.ask('GET', `${apiName(type)}?${query}`)) ?? { data: [] })
    for (const record of data) found.set(keyOf(type, record, record[placeAttribute]), record.documentId)
    if (data.length < 100) return found
  }
}
