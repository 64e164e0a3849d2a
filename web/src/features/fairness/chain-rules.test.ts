import { sha256 } from '@croupier/studio/verify'
import { expect, test } from 'vitest'
import { isChained } from './chain-rules.ts'

/** Twelve rounds: the first seed to be published is the last one made. */
const made = ['5e'.repeat(32)]
for (let left = 12; left > 0; left -= 1) made.push(await sha256(made.at(-1) ?? ''))
const terminal = made[12] ?? ''
const links = made.slice(0, 12).map((hash, at) => ({ place: 12 - at, hash }))

test('seeds that lead to the published hash are a chain, whole or in part', async () => {
  expect(await isChained(links, terminal, sha256)).toBe(true)
  expect(await isChained(links.slice(0, 3), terminal, sha256)).toBe(true)
  expect(await isChained([], terminal, sha256)).toBe(true)
})

test('a seed in between that was changed is found', async () => {
  const forged = links.map((link) => (link.place === 10 ? { ...link, hash: '00'.repeat(32) } : link))
  expect(await isChained(forged, terminal, sha256)).toBe(false)
})

test('a newest seed that leads elsewhere, or a place that is wrong, is found', async () => {
  expect(await isChained([{ place: 12, hash: '00'.repeat(32) }], terminal, sha256)).toBe(false)
  expect(await isChained([{ place: 11, hash: links[0]?.hash ?? '' }], terminal, sha256)).toBe(false)
})
