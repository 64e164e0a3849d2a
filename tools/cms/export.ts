import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type ContentType, contentTypes } from '@croupier/contract/content-model'
import sharp from 'sharp'
import { z } from 'zod'
import { strapiReader } from '../../server/src/features/content/strapi-source.ts'
import { root } from '../sources.ts'
import type { Strapi } from './client.ts'
import { joinLanguages } from './written.ts'

type Raw = Record<string, unknown>
type Options = { strapi: Strapi; token: string; dir: string; publicDir?: string; say: (line: string) => void }

const files = z.array(z.object({ url: z.string(), caption: z.string().nullish() }))

/** As it stands in a record: its last change is no part of its name. */
const uploadAddress = /"(\/uploads\/[^"?]+)(?:\?v=\w+)?"/g

/** Writes what a Strapi has published as files that the site can be started with. */
export async function exportContent({ strapi, token, dir, publicDir = join(root, 'web/public'), say }: Options) {
  const reader = strapiReader({ url: strapi.url, token, log: { warn: () => {} } })
  const locales = await reader.locales()
  const codes = locales.map(({ code }) => code)
  const standard = locales.find(({ isDefault }) => isDefault)?.code ?? ''
  const texts = new Map<ContentType, string>()
  for (const type of contentTypes)
    texts.set(type, JSON.stringify(await joinedRecords(reader, type, { codes, standard, say })))
  const uploads = new Set(
    [...texts.values()].flatMap((text) => [...text.matchAll(uploadAddress)].map(([, url]) => url)),
  )
  const own = await ownPictures({ strapi, dir, publicDir, say }, uploads)
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    await writeFile(join(dir, path), text)
  }
  const writeJson = (path: string, value: unknown) => write(path, `${JSON.stringify(value, null, 2)}\n`)

  await writeJson('site/locales.json', locales)
  for (const [type, text] of texts) {
    const records = list.parse(
      JSON.parse(text.replace(uploadAddress, (_found, url: string) => JSON.stringify(own.get(url) ?? url))),
    )
    const [first] = records
    if (type.name === 'robots') await write('site/robots.txt', String(first?.content ?? ''))
    else if (!type.isSingle) await writeJson(`site/collections/${type.name}.json`, records)
    else if (first) await writeJson(`site/${type.name}.json`, first)
  }
}

const list = z.array(z.record(z.string(), z.unknown()))

/** A picture that came from the site goes back by its path there, which the import wrote into its caption; others are written beside. */
async function ownPictures(
  { strapi, dir, publicDir, say }: Pick<Options, 'strapi' | 'dir' | 'say'> & { publicDir: string },
  uploads: ReadonlySet<string | undefined>,
): Promise<ReadonlyMap<string, string>> {
  const named = files.parse(await strapi.ask('GET', 'upload/files'))
  const captions = new Map(named.flatMap(({ url, caption }) => (caption ? [[url, caption] as const] : [])))
  const own = new Map<string, string>()
  let strange = 0
  for (const url of uploads) {
    if (!url) continue
    const response = await fetch(`${strapi.url}${url}`)
    if (!response.ok) {
      say(`no such picture: ${url} (${response.status})`)
      continue
    }
    const bytes = Buffer.from(await response.arrayBuffer())
    const path = captions.get(url) ?? ''
    // Editors write captions too, and replace pictures under the one that they had.
    const before = path.startsWith('/') ? await readFile(join(publicDir, path)).catch(() => null) : null
    if (before && (await isSamePicture(before, bytes))) {
      own.set(url, path)
      continue
    }
    strange += 1
    await mkdir(join(dir, 'public/uploads'), { recursive: true })
    await writeFile(join(dir, 'public/uploads', basename(url)), bytes)
  }
  if (strange > 0) say(`${strange} pictures are below ${join(dir, 'public')}: put them into web/public.`)
  return own
}

const side = 64
const mostApart = 24

/** Strapi writes what is uploaded anew when that is smaller: other bytes may be the same picture. */
async function isSamePicture(one: Buffer, other: Buffer): Promise<boolean> {
  if (one.equals(other)) return true
  try {
    const [before, after] = await Promise.all([one, other].map(drawn))
    return (
      before?.size === after?.size &&
      before?.dots.every((dot, at) => Math.abs(dot - (after?.dots[at] ?? 0)) <= mostApart) === true
    )
  } catch {
    return false
  }
}

/** On black and on white: the colour of a dot that is hardly there is Strapi's to change. */
async function drawn(bytes: Buffer) {
  const { width, height } = await sharp(bytes).metadata()
  const grounds = ['#000', '#fff'].map((background) =>
    sharp(bytes).resize(side, side, { fit: 'fill' }).flatten({ background }).toColourspace('srgb').raw().toBuffer(),
  )
  return { size: `${width}x${height}`, dots: Buffer.concat(await Promise.all(grounds)) }
}

const notWritten = ['documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale', 'id']

type Languages = { codes: readonly string[]; standard: string; say: (line: string) => void }

async function joinedRecords(
  reader: ReturnType<typeof strapiReader>,
  type: ContentType,
  { codes, standard, say }: Languages,
): Promise<Raw[]> {
  const byLocale = new Map<string, Map<unknown, Raw>>()
  for (const code of codes) {
    const single = type.isSingle ? await reader.single(type.name, code) : null
    const found = type.isSingle ? (single ? [single] : []) : await reader.collection(type.name, code)
    byLocale.set(code, new Map(found.map((record) => [record.documentId, record])))
  }
  const first = byLocale.get(standard)?.keys() ?? []
  // Those of other languages alone come last, and stand for all.
  const documents = [...new Set([...first, ...[...byLocale.values()].flatMap((all) => [...all.keys()])])]
  const others = documents.length - (byLocale.get(standard)?.size ?? 0)
  if (others > 0) say(`${type.name}: ${others} not written in ${standard}, exported for all languages`)
  return documents.map((document, at) => {
    const versions = [...byLocale].flatMap(([code, all]) => {
      const version = all.get(document)
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
