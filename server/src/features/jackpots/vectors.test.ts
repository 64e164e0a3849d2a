import { createHmac, hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bytesOf, drawsFrom } from '@croupier/studio/engine/draws'
import { expect, test } from 'vitest'
import { hitOf, potOf, potSeed } from './rules.ts'

const file = join(import.meta.dirname, '../../../../docs/fairness-vectors.json')
const { pot: draws }: { pot: Draw[] } = JSON.parse(readFileSync(file, 'utf8'))
type Draw = {
  seed_text: string
  client_seed: string
  nonce: number
  currency: string
  stake: string
  drawn: number[]
  level: string | null
}

test('the pot pays what the published draws say, by the numbers that they say', () => {
  const pot = potOf('house')
  if (!pot) throw new Error('the house has a pot')
  for (const { seed_text, client_seed, nonce, currency, stake, drawn, level } of draws) {
    const seed = hash('sha256', seed_text, 'buffer')
    const blockAt = (cursor: number) =>
      createHmac('sha256', seed)
        .update(`${potSeed(client_seed)}:${nonce}:${cursor}`)
        .digest()
    const seen: number[] = []
    const stream = drawsFrom(bytesOf(blockAt))
    const watched = {
      below(limit: number) {
        const number = stream.below(limit)
        seen.push(number)
        return number
      },
    }
    expect(hitOf(pot, { stake: BigInt(stake), currency, draws: watched })?.sysname ?? null).toBe(level)
    expect(seen).toEqual(drawn)
  }
  expect(draws.length).toBeGreaterThan(10)
})
