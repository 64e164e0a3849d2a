import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isPublicAddress } from './image-address.ts'
import { openImageCache } from './image-cache.ts'

let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'image-cache-'))
})
afterEach(() => rm(dir, { recursive: true }))

test('the oldest pictures make room for new ones', async () => {
  const cache = await openImageCache(dir, 1000)
  for (const name of ['a', 'b', 'c', 'd']) await cache.write(name, Buffer.alloc(300))
  expect((await readdir(dir)).sort()).toEqual(['b', 'c', 'd'])
  expect(await cache.read('a')).toBeUndefined()
  await cache.write('b', Buffer.alloc(300))
  await cache.write('e', Buffer.alloc(300))
  expect((await readdir(dir)).sort()).toEqual(['b', 'd', 'e'])
})

test('the bound holds after a restart, and drafts of a crash are swept', async () => {
  const before = await openImageCache(dir, 1000)
  for (const name of ['a', 'b', 'c']) await before.write(name, Buffer.alloc(300))
  for (const name of ['old.tmp', 'new.tmp']) await writeFile(join(dir, name), 'half')
  const hourAgo = new Date(Date.now() - 3_600_000)
  await utimes(join(dir, 'old.tmp'), hourAgo, hourAgo)
  const after = await openImageCache(dir, 400)
  // A new draft is of a process that is still writing it.
  expect((await readdir(dir)).sort()).toEqual(['c', 'new.tmp'])
  expect((await after.read('c'))?.bytes).toHaveLength(300)
})

test('two processes share the pictures and the bound', async () => {
  const [one, other] = [await openImageCache(dir, 1000), await openImageCache(dir, 1000)]
  await one.write('a', Buffer.alloc(300))
  expect((await other.read('a'))?.bytes).toHaveLength(300)
  for (const name of ['b', 'c']) await one.write(name, Buffer.alloc(300))
  for (const name of ['d', 'e']) await other.write(name, Buffer.alloc(300))
  expect((await readdir(dir)).sort()).toEqual(['c', 'd', 'e'])
})

test('a picture is read from disk once, and anew after it was written again', async () => {
  const cache = await openImageCache(dir, 1000)
  await cache.write('a', Buffer.from('first'))
  const read = await cache.read('a')
  expect((await cache.read('a'))?.bytes).toBe(read?.bytes)
  await cache.write('a', Buffer.from('other'))
  expect(String((await cache.read('a'))?.bytes)).toBe('other')
})

test('a picture deleted behind our back is simply made again', async () => {
  const cache = await openImageCache(dir, 1000)
  await cache.write('a', Buffer.alloc(300))
  await rm(join(dir, 'a'))
  expect(await cache.read('a')).toBeUndefined()
})

test('only the open internet counts as public', () => {
  const open = ['1.1.1.1', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.63.0.1', '2606:4700::1111', '2a00:1450::1']
  for (const address of open) expect(isPublicAddress(address), address).toBe(true)
  // biome-ignore format: one family each line
  const closed = [
    '0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1',
    '192.88.99.1', '192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.7', '203.0.113.9', '224.0.0.1', '240.0.0.1', '255.255.255.255',
    '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1',
    '2002:7f00:1::', '3fff::1', 'fc00::1', 'fd12::1', 'fe80::1', 'fec0::1', 'ff02::1', 'nonsense', '',
  ]
  for (const address of closed) expect(isPublicAddress(address), address).toBe(false)
})
