import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A tournament over bets has no rounds: what is said of own play names the one or the other. */

const dir = join(import.meta.dirname, '../../../../content/messages')
/** Parts that are written for a kind of its own, or only over games. */
const apart = ['kinds', 'score', 'gistGames', 'game', 'result']

const texts = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(texts)

test.each(readdirSync(dir))('%s', (locale) => {
  const parts: object = JSON.parse(readFileSync(join(dir, locale, 'tournaments.json'), 'utf8'))
  const all = Object.entries(parts).flatMap(([name, part]) => (apart.includes(name) ? [] : texts(part)))
  const ofRounds = all.filter((text) => /\bround|\brond|раунд/i.test(text))
  expect(ofRounds.length).toBeGreaterThan(15)
  expect(ofRounds.filter((text) => !/^\{over, select, bets \{/.test(text))).toEqual([])
})
