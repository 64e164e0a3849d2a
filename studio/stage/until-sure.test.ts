import { Refusal } from '@croupier/contract/refusals'
import { expect, test } from 'vitest'
import { isSure, pauseMs, untilSure } from './until-sure.ts'

type Answer = { answer: string } | { error: unknown }

/** A line that answers as it is told, and writes down everything that happened. */
function line(answers: Answer[]) {
  const told: string[] = []
  const asked = async () => {
    told.push('ask')
    const next = answers.shift()
    if (!next) throw new Error('asked too often')
    if ('error' in next) throw next.error
    return next.answer
  }
  const means = {
    rest: async (ms: number) => {
      told.push(`rest ${ms}`)
    },
    onUnsure: (isUnsure: boolean) => {
      told.push(isUnsure ? 'unsure' : 'sure')
    },
  }
  return { told, run: () => untilSure(asked, means) }
}

const broken = { error: new TypeError('Failed to fetch') }
const full = { error: new Refusal('ApplicationUnavailable') }
const busy = { error: new Refusal('TooManyRequests') }
const no = { error: new Refusal('InvalidParameter:INSUFFICIENT_FUNDS') }

test('an answer at once is just an answer', async () => {
  const { told, run } = line([{ answer: 'seven' }])
  expect(await run()).toBe('seven')
  expect(told).toEqual(['ask'])
})

test('when the line breaks, the same call is asked again until it is answered, and the player hears of it once', async () => {
  const { told, run } = line([broken, full, busy, { answer: 'seven' }])
  expect(await run()).toBe('seven')
  expect(told).toEqual(['ask', 'unsure', 'rest 500', 'ask', 'rest 1000', 'ask', 'rest 2000', 'ask', 'sure'])
})

test('a clear no ends it at once', async () => {
  const { told, run } = line([no])
  await expect(run()).rejects.toThrow('INSUFFICIENT_FUNDS')
  expect(told).toEqual(['ask'])
})

test('a no after a broken line ends it too, and the line is known to be back', async () => {
  const { told, run } = line([broken, no])
  await expect(run()).rejects.toThrow('INSUFFICIENT_FUNDS')
  expect(told).toEqual(['ask', 'unsure', 'rest 500', 'ask', 'sure'])
})

test('it never waits longer than a quarter of a minute', () => {
  expect(Array.from({ length: 8 }, (_, at) => pauseMs(at + 1))).toEqual([
    500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000,
  ])
  expect(pauseMs(500)).toBe(15_000)
})

test('what is not our own word is not sure', () => {
  expect([broken, full, busy, { error: new SyntaxError('not JSON') }].map(({ error }) => isSure(error))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(isSure(no.error)).toBe(true)
})
