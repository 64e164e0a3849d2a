import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { contentTypes } from '@croupier/contract/content-model'
import { pino } from 'pino'
import { afterAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { openFilesSource } from '../../server/src/features/content/files-source.ts'
import { openStrapi } from '../../tools/cms/client.ts'
import { exportContent } from '../../tools/cms/export.ts'
import { siteUrl } from '../browser.ts'

const contentDir = resolve(import.meta.dirname, '../../content')
const strapi = () => openStrapi({ url: inject('cmsUrl'), token: inject('cmsToken') })
const log = pino({ level: 'silent' })
const undo: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

const open = async (dir: string) => {
  const source = await openFilesSource({ dir, log, onFailure: () => {} })
  undo.push(source.close)
  return source
}

/** Without what says nothing: empty texts, numbers and moments that a source gives by itself. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  // A moment has two spellings.
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return new Date(value).toISOString()
  if (typeof value !== 'object' || value === null) return value
  const own = '__component' in value ? ['id'] : []
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const inner = plain(item)
      const isEmpty = inner === null || inner === '' || JSON.stringify(inner) === '{}' || JSON.stringify(inner) === '[]'
      return isEmpty || own.includes(key) ? [] : [[key, inner]]
    }),
  )
}

test('what was imported is exported again, in every language', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'croupier-export-'))
  undo.push(() => rm(dir, { recursive: true, force: true }))
  await exportContent({ strapi: strapi(), token: inject('cmsToken'), dir, say: () => {} })
  const [written, exported] = [await open(contentDir), await open(dir)]
  for (const { code } of await written.locales())
    for (const { name, isSingle } of contentTypes) {
      const read = (source: typeof written) => (isSingle ? source.single(name, code) : source.collection(name, code))
      expect(plain(await read(exported)), `${name} ${code}`).toMatchObject(Object(plain(await read(written))))
    }
})

const shown = async (path: string) => (await fetch(`${siteUrl()}${path}`)).text()

const made = z.object({ data: z.object({ documentId: z.string() }) })

test('an edit is on the site by the notice of Strapi alone, in the place that it had', async () => {
  const add = async (data: object) => made.parse(await strapi().ask('POST', 'redirects', { data })).data.documentId
  const target = async () => (await fetch(`${siteUrl()}/only-here`, { redirect: 'manual' })).headers.get('location')
  const first = await add({ from_url: '/only-*', to_url: '/about', place: 1000 })
  const second = await add({ from_url: '/only-here', to_url: '/help', place: 1010 })
  await expect.poll(target).toBe('/about')
  // Publishing gives it a greater number than the other one has.
  await strapi().ask('PUT', `redirects/${first}`, { data: { to_url: '/tournaments' } })
  await expect.poll(target).toBe('/tournaments')
  await strapi().ask('DELETE', `redirects/${first}`)
  await expect.poll(target).toBe('/help')
  await strapi().ask('DELETE', `redirects/${second}`)
  await expect.poll(target).toBeNull()
})

test('a switch of the house is one in all languages', async () => {
  const isOn = async () => Object(await (await fetch(`${siteUrl()}/content/site?locale=es`)).json()).data.isSeonEnabled
  expect(await isOn()).toBe(false)
  await strapi().ask('PUT', 'site?locale=en', { data: { isSeonEnabled: true } })
  await expect.poll(isOn).toBe(true)
  await strapi().ask('PUT', 'site?locale=en', { data: { isSeonEnabled: false } })
  await expect.poll(isOn).toBe(false)
})

test('pictures of editors are shown under the address of the site', async () => {
  const { data } = Object(await (await fetch(`${siteUrl()}/content/banners`)).json())
  const picture: string = data[0].image_735_240
  expect(picture).toMatch(/^\/uploads\/.+\?v=\w+$/)
  expect((await fetch(`${siteUrl()}${picture}`)).headers.get('content-type')).toBe('image/webp')
  const resized = await fetch(`${siteUrl()}/img/735x240-q80.webp?src=${encodeURIComponent(picture)}`)
  expect([resized.status, resized.headers.get('x-image-fallback')]).toEqual([200, null])
  expect(await shown('/')).not.toContain(inject('cmsUrl'))
})
