import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { crash } from '../prove/crash.ts'
import { type House, openHouse } from '../prove/site.ts'
import { effort } from '../server/src/test/effort.ts'
import { siteFolder } from './site-folder.ts'

let dir = ''
let house: House | undefined

afterAll(async () => {
  await house?.site.stop()
  await rm(dir, { recursive: true, force: true })
})

// `npm run prove -- crash` kills a few hundred times.
test('whatever is killed under load, every movement that was acknowledged is there, once', {
  timeout: 180_000,
}, async () => {
  dir = await siteFolder()
  house = await openHouse(dir)
  const { found, isKept } = await crash(house, effort.journeyKills)
  expect({ isKept, found }).toEqual({ isKept: true, found: expect.stringMatching(/^0 lost, doubled or wrong/) })
})

test('a request that was read is answered before the site ends, cleanly and soon', async () => {
  if (!house) throw new Error('no house')
  const { site } = house
  const asked = Array.from({ length: 32 }, (_, n) =>
    fetch(`${site.url}/nothing/here/${n}`).then((answer) => answer.status),
  )
  await sleep(10)
  const began = performance.now()
  const ended = site.stop()
  expect(new Set(await Promise.all(asked))).toEqual(new Set([404]))
  expect(await ended).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
})
