import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { root } from '../sources.ts'
import { openStrapi } from './client.ts'
import { exportContent } from './export.ts'

const dir = await mkdtemp(join(tmpdir(), 'croupier-export-'))
const publicDir = join(dir, 'public-of-the-site')
const out = join(dir, 'out')

const drawing = (colour: string) =>
  sharp({ create: { width: 90, height: 60, channels: 3, background: colour } })
    .composite([
      { input: Buffer.from('<svg width="40" height="30"><circle cx="20" cy="15" r="14" fill="#fff"/></svg>') },
    ])
    .webp({ quality: 95 })
    .toBuffer()

const sea = await drawing('#123a5c')
const fire = await drawing('#a8321a')
const icon = await readFile(join(root, 'web/public/icon-512.png'))
const pictures = new Map<string, Buffer>([
  ['/uploads/sea_1.webp', sea],
  // The same, written anew by Strapi.
  ['/uploads/sea_2.webp', await sharp(sea).webp({ quality: 80 }).toBuffer()],
  ['/uploads/sea_3.webp', fire],
  ['/uploads/words_4.webp', fire],
  // With edges that are half there, in fewer colours.
  ['/uploads/icon_6.png', await sharp(icon).png({ quality: 80 }).toBuffer()],
])
const captions = ['/art/sea.webp', '/art/sea.webp', '/art/sea.webp', 'art/fire.webp', '/icon-512.png', '/art/lost.webp']
const urls = [...pictures.keys(), '/uploads/lost_5.webp']

const banner = (at: number, more = {}) => ({
  ...{ id: at, documentId: `b${at}`, place: at * 10, label: `Banner ${at}` },
  image_735_240: { url: urls[at - 1] },
  ...more,
})
const banners: Record<string, object[]> = {
  en: [1, 2, 3, 4, 5, 6].map((at) => banner(at)),
  es: [banner(1, { label: 'Uno' }), banner(7, { label: 'Sólo aquí', image_735_240: null })],
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://strapi.invalid')
  const picture = pictures.get(pathname)
  if (picture) return response.end(picture)
  const answers: Record<string, unknown> = {
    '/api/i18n/locales': ['en', 'es'].map((code, at) => ({ id: at + 1, code, name: code, isDefault: code === 'en' })),
    '/api/upload/files': urls.map((url, at) => ({ url, caption: captions[at] })),
    '/api/banners': { data: banners[searchParams.get('locale') ?? 'en'], meta: { pagination: { pageCount: 1 } } },
  }
  const answer = answers[pathname]
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer ?? { data: null, error: { status: 404, name: 'NotFoundError' } }))
})
await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
afterAll(async () => {
  server.close()
  await rm(dir, { recursive: true, force: true })
})

test('pictures of the site keep their path, all others are beside, and no record is lost', async () => {
  await mkdir(join(publicDir, 'art'), { recursive: true })
  await writeFile(join(publicDir, 'art/sea.webp'), sea)
  await writeFile(join(publicDir, 'art/fire.webp'), fire)
  await writeFile(join(publicDir, 'icon-512.png'), icon)
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  await exportContent({ strapi: openStrapi({ url, token: 't' }), token: 't', dir: out, publicDir, say })

  const written = JSON.parse(await readFile(join(out, 'site/collections/banners.json'), 'utf8'))
  expect(written.map((record: Record<string, unknown>) => [record.label, record.image_735_240])).toEqual([
    [{ en: 'Banner 1', es: 'Uno' }, '/art/sea.webp'],
    ['Banner 2', '/art/sea.webp'],
    // Replaced by an editor under the caption that it had.
    ['Banner 3', '/uploads/sea_3.webp'],
    // The words of an editor are no path.
    ['Banner 4', '/uploads/words_4.webp'],
    ['Banner 5', '/icon-512.png'],
    ['Banner 6', '/uploads/lost_5.webp'],
    ['Sólo aquí', undefined],
  ])
  expect((await readdir(join(out, 'public/uploads'))).sort()).toEqual(['sea_3.webp', 'words_4.webp'])
  expect(await readFile(join(out, 'public/uploads/sea_3.webp'))).toEqual(fire)
  expect(said).toEqual([
    'banners: 1 not written in en, exported for all languages',
    'no such picture: /uploads/lost_5.webp (404)',
    expect.stringMatching(/^2 pictures are below /),
  ])
})
