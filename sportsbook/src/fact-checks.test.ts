import { expect, test } from 'vitest'
import { chanceFrom } from '../test/chance.ts'
import { anyMatch } from '../test/matches.ts'
import { isFactOf } from './fact-checks.ts'

const names = ['football', 'tennis', 'basketball', 'hockey', 'shooter'] as const

test.each(names)('%s: every fact of a match passes, and none with a field more, less or other', (sport) => {
  const chance = chanceFrom(sport.length)
  for (const fact of anyMatch[sport](chance)) {
    expect(isFactOf(sport, fact)).toBe(true)
    expect(isFactOf(sport, { ...fact, cancels: fact.seq })).toBe(false)
    expect(isFactOf(sport, { ...fact, data: { ...fact.data, more: 1 } })).toBe(false)
    expect(isFactOf(sport, { ...fact, more: 1 })).toBe(false)
    expect(isFactOf(sport, { ...fact, data: null })).toBe(false)
    for (const field of Object.keys(fact.data))
      expect(isFactOf(sport, { ...fact, data: { ...fact.data, [field]: -1.5 } })).toBe(false)
  }
})

const goal = { kind: 'goal', data: { side: 1, minute: 7 }, seq: 3 }

test.each([
  ['a goal', goal, true],
  ['a goal that corrects another', { ...goal, cancels: 2 }, true],
  ['a cancel', { kind: 'cancel', data: {}, seq: 3, cancels: 1 }, true],
  ['a cancel of nothing', { kind: 'cancel', data: {}, seq: 3 }, false],
  ['a cancel of what comes later', { kind: 'cancel', data: {}, seq: 3, cancels: 4 }, false],
  ['a kind of another sport', { kind: 'point', data: { side: 1 }, seq: 3 }, false],
  ['a kind of every object', { kind: 'toString', data: {}, seq: 3 }, false],
  ['a side as a text', { ...goal, data: { side: '1', minute: 7 } }, false],
  ['no minute', { ...goal, data: { side: 1 } }, false],
  ['no number', { ...goal, seq: 0 }, false],
  ['a list', [goal], false],
  ['nothing', null, false],
])('%s', (_, value, isFact) => expect(isFactOf('football', value)).toBe(isFact))
