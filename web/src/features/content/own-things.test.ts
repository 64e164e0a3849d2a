import type { WireBet } from '@croupier/contract/methods/bets'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HomeCup } from '../cups/cups.tsx'
import { openLooks } from './own-looks.ts'
import { kindsOf, type OwnThings, shownOwn } from './own-things.ts'

const part = <T>(value: object): T => Object.assign(value) as T
const bet = part<WireBet>({ id: '1' })
const cup = part<HomeCup>({ id: '2' })
const kinds = { hasCups: true, hasBonusMoney: true, hasBets: true }
const own = (things: Partial<OwnThings>) => ({ things: { cup: null, bonus: null, bets: [], ...things }, kinds })

test.each([
  [true, true, true],
  [true, false, false],
  [false, true, false],
])('with sports (%j) and a history that is open (%j) bets are asked for: %j', (hasSports, hasHistory, hasBets) => {
  expect(kindsOf({ hasBonusMoney: false, hasSports, hasHistory })).toMatchObject({ hasBets })
})

describe('what is shown', () => {
  test('is nothing where there is nothing, or only a tournament that may not be seen', () => {
    expect(shownOwn(null, false)).toBeNull()
    expect(shownOwn(own({}), false)).toBeNull()
    expect(shownOwn(own({ cup }), true)).toBeNull()
    expect(shownOwn(own({ cup }), false)).toMatchObject({ kinds: { hasCups: true } })
    expect(shownOwn(own({ cup, bets: [bet] }), true)).toMatchObject({ kinds: { hasCups: false } })
  })

  test('is the same for as long as the page is: each pot that moves draws home again', () => {
    const loaded = own({ cup, bets: [bet] })
    for (const isClubHidden of [false, true])
      expect(shownOwn(loaded, isClubHidden)?.things).toBe(shownOwn(loaded, isClubHidden)?.things)
  })
})

describe('news', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** What is shown, and answers that are under way. */
  function page() {
    const shown: string[] = []
    const answers: ((things: string | null) => void)[] = []
    const looks = openLooks<string>((things) => shown.push(things))
    const look = () => looks.look(() => new Promise((answer) => answers.push(answer)))
    const passes = () => vi.advanceTimersByTimeAsync(5_000)
    return { shown, answers, looks, look, passes }
  }

  test('are asked for once in a while, however many come, and what cannot be asked for stays', async () => {
    const { shown, answers, looks, look, passes } = page()
    looks.renew('page')
    for (const _ of [1, 2, 3]) look()
    await passes()
    expect(answers).toHaveLength(1)
    answers[0]?.(null)
    look()
    await passes()
    answers[1]?.('fresh')
    await passes()
    expect(shown).toEqual(['page', 'fresh'])
  })

  test('that came while the page was made anew are asked for all the same', async () => {
    const { shown, answers, looks, look, passes } = page()
    look()
    looks.renew('page')
    await passes()
    answers[0]?.('fresh')
    await passes()
    expect(shown).toEqual(['page', 'fresh'])
  })

  test('that are asked for while the page is made anew do not bring back what was', async () => {
    const { shown, answers, looks, look, passes } = page()
    look()
    await passes()
    looks.renew('page')
    answers[0]?.('older, or newer')
    await passes()
    expect(shown).toEqual(['page'])
    answers[1]?.('fresh')
    await passes()
    expect(shown).toEqual(['page', 'fresh'])
  })

  test('are nothing to a page that is gone', async () => {
    const { shown, answers, looks, look, passes } = page()
    look()
    looks.close()
    await passes()
    expect(answers).toEqual([])
    look()
    await passes()
    looks.close()
    answers[0]?.('fresh')
    await passes()
    expect([shown, answers.length]).toEqual([[], 1])
  })
})
