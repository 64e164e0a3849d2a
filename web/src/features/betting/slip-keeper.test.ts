import { storageQuota } from '@croupier/contract/methods/storage'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSlipKeeper, syncSlip } from './slip-keeper.ts'
import {
  emptySlip,
  joinAccount,
  mostAccountBytes,
  packSlip,
  printSlip,
  readSlip,
  type SlipPick,
  type SlipState,
  unpackSlip,
} from './slip-text.ts'

const pickOf = (id: number, more: Partial<SlipPick> = {}): SlipPick => ({
  pick: `${id}/total/h1/2.5/over`,
  marketId: id * 10,
  price: 2100,
  version: 3,
  isLive: id % 2 === 0,
  event: {
    id,
    slug: 'real-alameda-torre-azul',
    sport: 'football',
    home: 'Real Alameda',
    away: 'Torre Azul',
    startsAt: '2026-11-17T18:40:00.000Z',
  },
  market: { type: 'total', period: 'h1', line: '2.5' },
  outcome: 'over',
  isBuildable: id % 3 === 0,
  ...more,
})
const picksOf = (...ids: readonly number[]) => ids.map((id) => pickOf(id))
const idsOf = ({ picks }: { picks: readonly SlipPick[] }) => picks.map(({ event }) => event.id)

const full: SlipState = {
  picks: picksOf(3, 2, 1),
  choice: { kind: 'system', sizes: [2, 3], bankers: ['2/total/h1/2.5/over'] },
  entry: 'each',
  stake: '2.50',
  stakes: { '2/total/h1/2.5/over': '3' },
  purse: 'fun',
  policy: 'none',
  changedAt: 1_700_000_000_000,
  owner: 7,
}

describe('a slip as text', () => {
  test('is read as it was', () => {
    expect(readSlip(printSlip(full))).toEqual(full)
    expect(readSlip(printSlip(emptySlip))).toEqual(emptySlip)
  })

  test('any price is forgotten', () => {
    expect(readSlip(printSlip({ ...full, policy: 'any' })).policy).toBe('better')
    expect(readSlip(JSON.stringify({ ...full, policy: 'any' })).policy).toBe('better')
  })

  test.each([null, '', '{', 'null', '7', '[]', '"slip"', '{"picks":7}', '{"picks":[null,[],"x",{}]}', '[[[['])(
    '%s is an empty slip',
    (text) => expect(readSlip(text)).toEqual(emptySlip),
  )

  test('a pick that was damaged is left out, and the others stay', () => {
    const broken: unknown[] = [
      { ...pickOf(4), pick: '4/total/h1' },
      { ...pickOf(4), pick: 12 },
      { ...pickOf(4), price: 2100.5 },
      { ...pickOf(4), price: '2100' },
      { ...pickOf(4), price: 1 },
      { ...pickOf(4), marketId: -1 },
      { ...pickOf(4), version: null },
      { ...pickOf(4), event: null },
      { ...pickOf(4), event: { ...pickOf(4).event, home: '' } },
      { ...pickOf(4), event: { ...pickOf(4).event, away: 'x'.repeat(201) } },
      { ...pickOf(4), event: { ...pickOf(4).event, startsAt: 'tomorrow' } },
    ]
    const text = JSON.stringify({ ...full, picks: [...broken, pickOf(1)] })
    expect(readSlip(text).picks).toEqual([pickOf(1)])
  })

  test('what a pick is about comes from its name, whatever stands beside it', () => {
    const forged = { ...pickOf(4), outcome: 'under', market: null, event: { ...pickOf(4).event, id: 99 } }
    expect(readSlip(JSON.stringify({ ...full, picks: [forged] })).picks).toEqual([pickOf(4)])
  })

  test('a pick stands in it once, and at most twenty do', () => {
    const many = Array.from({ length: 30 }, (_, at) => pickOf(at + 1))
    expect(idsOf(readSlip(JSON.stringify({ picks: [pickOf(5), ...many] })))).toEqual([
      5,
      ...many.slice(0, 20).flatMap(({ event }) => (event.id === 5 ? [] : [event.id])),
    ])
  })

  test('a moment beyond all time does not stop later changes', () => {
    expect(readSlip(JSON.stringify({ ...full, changedAt: Number.MAX_SAFE_INTEGER })).changedAt).toBe(0)
  })
})

describe('the slip of an account', () => {
  test('has the picks, what to do when a price moves, and nothing else', () => {
    expect(unpackSlip(packSlip(full))).toEqual({ picks: full.picks, changedAt: full.changedAt, policy: 'none' })
    expect(unpackSlip(packSlip({ ...full, policy: 'any' }))?.policy).toBe('better')
    expect(unpackSlip(JSON.stringify([5, [], 'any']))?.policy).toBeNull()
    expect(packSlip(full)).not.toContain('2.50')
  })

  test('fits into a value, the newest first, whatever the names are', () => {
    expect(mostAccountBytes).toBe(storageQuota.valueBytes)
    const cyrillic = { ...pickOf(1).event, home: 'Металлург Северный', away: 'Спартак Заречье' }
    const many = Array.from({ length: 20 }, (_, at) =>
      pickOf(100_000 + at, { event: { ...cyrillic, id: 100_000 + at } }),
    )
    const text = packSlip({ picks: many, changedAt: full.changedAt, policy: 'none' })
    expect(new TextEncoder().encode(text).length).toBeLessThanOrEqual(storageQuota.valueBytes)
    const known = unpackSlip(text)?.picks ?? []
    expect(known.length).toBeGreaterThanOrEqual(18)
    expect(known).toEqual(many.slice(0, known.length))
  })

  test.each([undefined, '', '{}', '[]', '[1]', '[1,2]', '["x",[]]'])('%s is none', (text) =>
    expect(unpackSlip(text)).toBeNull(),
  )

  test('rows that cannot be read are left out', () => {
    expect(unpackSlip('[5,[null,[],["1/total/h1/2.5/over",1],[1,2,3,4,5,6,7,8,9,1e300]]]')).toEqual({
      picks: [],
      changedAt: 5,
      policy: null,
    })
  })

  test('joins a guest’s slip: the guest’s picks first, each once, at most twenty', () => {
    const guest = { ...full, owner: null, picks: picksOf(3, 2) }
    expect(idsOf(joinAccount(guest, 7, { picks: picksOf(2, 9), changedAt: 1, policy: null }))).toEqual([3, 2, 9])
    const many = Array.from({ length: 20 }, (_, at) => pickOf(at + 50))
    expect(idsOf(joinAccount(guest, 7, { picks: many, changedAt: 1, policy: null }))).toHaveLength(20)
    const others = joinAccount({ ...guest, owner: 8 }, 7, { picks: picksOf(9), changedAt: 1, policy: null })
    expect(others).toMatchObject({ owner: 7, picks: picksOf(9), stake: '' })
  })

  test('of the same player’s slips the later one counts, so that what was removed stays removed', () => {
    const stored = { picks: picksOf(3, 2, 1, 4), changedAt: full.changedAt, policy: 'better' } as const
    expect(joinAccount(full, 7, { ...stored, changedAt: full.changedAt - 1 })).toBe(full)
    expect(joinAccount(full, 7, null)).toBe(full)
    expect(joinAccount(full, 7, { ...stored, changedAt: full.changedAt + 1 })).toMatchObject({
      ...{ picks: stored.picks, stake: '2.50', policy: 'better' },
    })
  })

  test('says what to do when a price moves, but for what was allowed for this visit', () => {
    const [picks, changedAt] = [picksOf(1), full.changedAt + 1]
    const guest = { ...emptySlip, owner: null }
    expect(joinAccount(guest, 7, { picks, changedAt, policy: 'none' }).policy).toBe('none')
    expect(joinAccount({ ...guest, policy: 'any' }, 7, { picks, changedAt, policy: 'none' }).policy).toBe('any')
    // An account that was never told has no word against the browser's.
    expect(joinAccount(full, 7, { picks, changedAt, policy: null }).policy).toBe('none')
  })
})

/** Tabs of one browser: what one says all others hear, when `deliver` lets them. */
function browser(text: string | null = null) {
  const stored = { text }
  const clock = { at: 1_000 }
  const tabs: ReturnType<typeof createSlipKeeper>[] = []
  const waiting: (() => void)[] = []
  const open = () => {
    const tab = createSlipKeeper({
      read: () => stored.text,
      write: (next) => {
        stored.text = next
      },
      tell: (said) => {
        for (const other of tabs) if (other !== tab) waiting.push(() => other.hear(said))
      },
      now: () => clock.at,
    })
    tabs.push(tab)
    return tab
  }
  const deliver = () => {
    for (const say of waiting.splice(0)) say()
  }
  return { stored, clock, open, deliver }
}

describe('tabs', () => {
  test('a pick is in the other tab, in the storage, and in a tab that is opened later', () => {
    const { open, deliver, stored } = browser()
    const [one, other] = [open(), open()]
    const seen = vi.fn()
    other.subscribe(seen)
    expect(idsOf(other.now())).toEqual([])
    one.change(() => ({ picks: picksOf(1) }))
    expect(idsOf(other.now())).toEqual([])
    deliver()
    expect(idsOf(other.now())).toEqual([1])
    expect(seen).toHaveBeenCalledTimes(1)
    expect(idsOf(readSlip(stored.text))).toEqual([1])
    expect(idsOf(open().now())).toEqual([1])
  })

  test('two changes at once end alike in both, and in the storage, whichever was written first', () => {
    for (const moments of [
      [5_000, 5_001],
      [5_001, 5_000],
    ]) {
      const { open, deliver, stored, clock } = browser()
      const tabs = [open(), open()]
      for (const tab of tabs) tab.now()
      for (const [at, moment] of moments.entries()) {
        clock.at = moment
        tabs[at]?.change(() => ({ picks: picksOf(moment) }))
      }
      deliver()
      expect(tabs.map((tab) => idsOf(tab.now()))).toEqual([[5_001], [5_001]])
      expect(idsOf(readSlip(stored.text))).toEqual([5_001])
    }
  })

  test('a clock that goes back does not lose a change', () => {
    const { open, deliver, clock } = browser()
    const [one, other] = [open(), open()]
    clock.at = 9_000
    one.change(() => ({ picks: picksOf(1) }))
    deliver()
    clock.at = 2_000
    other.change(() => ({ picks: picksOf(2) }))
    deliver()
    expect(idsOf(one.now())).toEqual([2])
  })

  test('what was allowed in one tab alone stays there', () => {
    const { open, deliver } = browser()
    const [one, other] = [open(), open()]
    one.change(() => ({ policy: 'any' }))
    deliver()
    expect([one.now().policy, other.now().policy]).toEqual(['any', 'better'])
    other.change(() => ({ picks: picksOf(1) }))
    deliver()
    expect(one.now()).toMatchObject({ policy: 'any', picks: picksOf(1) })
  })

  test('nonsense on the channel changes nothing', () => {
    const tab = browser(printSlip(full)).open()
    for (const said of ['', '{}', 'x', printSlip({ ...full, picks: [], changedAt: full.changedAt })]) tab.hear(said)
    expect(tab.now()).toEqual(full)
  })

  test('a page that slept takes what the storage has by now', () => {
    const { open, stored } = browser()
    const tab = open()
    tab.change(() => ({ picks: picksOf(1) }))
    stored.text = printSlip(full)
    tab.reread()
    expect(tab.now()).toEqual(full)
  })
})

describe('an account', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function account(value?: string) {
    const held: { value: string | undefined } = { value }
    const save = vi.fn(async (text: string) => {
      held.value = text
    })
    let typed: string | null = null
    const left = {
      read: () => typed,
      write: (text: string) => {
        typed = text
      },
    }
    return { held, save, left, load: async () => held.value }
  }
  const pause = () => vi.advanceTimersByTimeAsync(1_000)

  test('gets a guest’s picks at sign-in and gives its own, and hears of changes once there is a pause', async () => {
    const tab = browser().open()
    tab.change(() => ({ picks: picksOf(1) }))
    const { held, ...mine } = account(packSlip({ picks: picksOf(2), changedAt: 5, policy: null }))
    syncSlip(tab, 7, mine)
    await pause()
    expect(idsOf(tab.now())).toEqual([1, 2])
    expect(unpackSlip(held.value)?.picks).toEqual(picksOf(1, 2))
    tab.change(() => ({ picks: picksOf(1) }))
    tab.change(() => ({ picks: [] }))
    await pause()
    expect(mine.save).toHaveBeenCalledTimes(2)
    expect(unpackSlip(held.value)?.picks).toEqual([])
  })

  test('forgets nothing for an empty browser that came before the picks of another one', async () => {
    const mine = account()
    const first = browser().open()
    first.change(() => ({ picks: picksOf(1, 2) }))
    const later = browser()
    later.clock.at += 500
    const empty = later.open()
    syncSlip(first, 7, mine)
    // The empty one comes before the account has heard of the picks, and looks again later.
    await vi.advanceTimersByTimeAsync(300)
    syncSlip(empty, 7, mine)
    await pause()
    syncSlip(empty, 7, mine)
    await pause()
    expect(idsOf(empty.now())).toEqual([1, 2])
    expect(unpackSlip(mine.held.value)?.picks).toEqual(picksOf(1, 2))
  })

  test('is not written to where nothing changed', async () => {
    const tab = browser().open()
    const mine = account()
    syncSlip(tab, 7, mine)
    await pause()
    tab.change(() => ({ stake: '5' }))
    await pause()
    expect(mine.save).not.toHaveBeenCalled()
  })

  test('tells another device what the player wants when a price moves', async () => {
    const mine = account()
    const tab = browser().open()
    syncSlip(tab, 7, mine)
    await pause()
    tab.change(() => ({ policy: 'none' }))
    await pause()
    const other = browser().open()
    syncSlip(other, 7, mine)
    await pause()
    expect(other.now().policy).toBe('none')
    // Taken back there, it is taken back here, too, at the next sign-in.
    other.change(() => ({ policy: 'better', changedAt: tab.now().changedAt + 5 }))
    await pause()
    syncSlip(tab, 7, mine)
    await pause()
    expect(tab.now().policy).toBe('better')
  })

  test('that cannot be reached leaves the picks where they are, and loses none of its own', async () => {
    const tab = browser().open()
    tab.change(() => ({ picks: picksOf(1) }))
    const mine = account()
    syncSlip(tab, 7, { ...mine, load: () => Promise.reject(new Error('offline')) })
    tab.change(() => ({ picks: picksOf(1, 2) }))
    await pause()
    expect(idsOf(tab.now())).toEqual([1, 2])
    expect(mine.save).not.toHaveBeenCalled()
  })

  test('has a change that could not be saved with the next one', async () => {
    const tab = browser().open()
    const mine = account()
    mine.save.mockRejectedValueOnce(new Error('offline'))
    syncSlip(tab, 7, mine)
    await pause()
    tab.change(() => ({ picks: picksOf(1) }))
    await pause()
    tab.change(() => ({ stake: '1' }))
    await pause()
    expect(unpackSlip(mine.held.value)?.picks).toEqual(picksOf(1))
  })

  test('left behind takes its picks along: the next player and a guest find an empty slip', async () => {
    const tabs = browser()
    const tab = tabs.open()
    const [mine, theirs] = [account(packSlip({ picks: picksOf(2), changedAt: 5, policy: null })), account()]
    const stop = syncSlip(tab, 7, mine)
    await pause()
    tab.change(() => ({ stake: '5', policy: 'any' }))
    stop()
    syncSlip(tab, null, mine)
    expect(tab.now()).toMatchObject({ picks: [], stake: '', policy: 'better', owner: null })
    expect(idsOf(tabs.open().now())).toEqual([])
    // Also where nobody was there in between.
    const stopAgain = syncSlip(tab, 7, mine)
    await pause()
    expect(idsOf(tab.now())).toEqual([2])
    stopAgain()
    syncSlip(tab, 8, theirs)
    expect(idsOf(tab.now())).toEqual([])
    await pause()
    expect(tab.now()).toMatchObject({ picks: [], owner: 8 })
    expect(theirs.save).not.toHaveBeenCalled()
    expect(unpackSlip(mine.held.value)?.picks).toEqual(picksOf(2))
  })

  test('left behind has the stake too when the same player comes back to the tab, and no other does', async () => {
    const tab = browser().open()
    const mine = account()
    const leave = async () => {
      const stop = syncSlip(tab, 7, mine)
      await pause()
      // The session ends before the account has heard of it.
      tab.change(() => ({ picks: picksOf(1, 2), stake: '5', choice: { ...emptySlip.choice, kind: 'singles' } }))
      stop()
      syncSlip(tab, null, mine)
    }
    await leave()
    tab.change(() => ({ picks: picksOf(3) }))
    const stop = syncSlip(tab, 7, mine)
    await pause()
    expect(tab.now()).toMatchObject({ picks: picksOf(3, 1, 2), stake: '5', choice: { kind: 'singles' }, owner: 7 })
    stop()
    await leave()
    syncSlip(tab, 8, { ...account(), left: mine.left })
    await pause()
    expect(tab.now()).toMatchObject({ picks: [], stake: '', owner: 8 })
  })

  test('left behind keeps its picks, whatever a guest does with the slip', async () => {
    const tab = browser().open()
    const mine = account(packSlip({ picks: picksOf(2), changedAt: 5, policy: null }))
    const stop = syncSlip(tab, 7, mine)
    await pause()
    stop()
    syncSlip(tab, null, mine)
    tab.change(() => ({ picks: [] }))
    await pause()
    expect(tab.now().owner).toBeNull()
    expect(unpackSlip(mine.held.value)?.picks).toEqual(picksOf(2))
  })

  test('its answer does not undo what was picked while it was on its way', async () => {
    const tab = browser().open()
    const mine = account(packSlip({ picks: picksOf(2), changedAt: 5, policy: null }))
    syncSlip(tab, 7, mine)
    tab.change(() => ({ picks: picksOf(1) }))
    await pause()
    expect(idsOf(tab.now())).toEqual([1, 2])
  })
})
