import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../db/db.ts'
import { addPack } from '../features/freespins/freespins.ts'
import { testApp } from '../test/app.ts'
import { balanceOf, fund, gameProvider } from '../test/game-provider.ts'
import { freePort } from '../test/http-browser.ts'
import { oddProxy } from '../test/odd-proxy.ts'
import { cornerCount, fieldCount, hours, ladder, stakesOf, streakWin, wheel, wheelWin } from './sample/math.ts'
import { canRunSample, startSample } from './sample-provider.ts'

const [doorPort, sitePort] = [await freePort(), await freePort()]
const here = await testApp({ env: { PORT: String(doorPort) } })
await here.app.listen({ port: sitePort, host: '127.0.0.1' })
const siteUrl = `http://127.0.0.1:${sitePort}`
const door = await oddProxy(() => siteUrl, doorPort)
const home = here.config.origin
const sample = await startSample({ config: here.config, homes: [home], log: here.log, patienceMs: 3_000 })
afterAll(async () => {
  await sample.close()
  door.close()
})

const wallet = gameProvider(here, [siteUrl])
const books = join(here.config.dataDir, 'sample-provider/books.sqlite')

let playerId = 0n
beforeEach(async () => {
  door.go()
  playerId = await here.addPlayer({ login: `${randomUUID()}@example.com` })
  await fund(here, playerId, '500.00')
})

type View = { round: string; state: string; won: string; reason: string; data: Record<string, unknown> | null }

/** The page of a game, as a browser speaks with it. */
async function sit(game: string, currency = 'EUR') {
  const { token } = await wallet.launch(playerId, { game, currency })
  const mode = currency === 'FUN' ? 'demo' : 'real'
  const address = sample.address({ token, game, mode, locale: 'es', currency, home })
  const opened = await fetch(address, { redirect: 'manual' })
  const place = opened.headers.get('location') ?? ''
  const call = async (path: string, said?: Record<string, unknown>) => {
    const answer = await fetch(`${sample.origin()}${place}${path}`, {
      method: said ? 'POST' : 'GET',
      ...(said && { body: JSON.stringify(said) }),
    })
    return answer.json()
  }
  return {
    place,
    status: opened.status,
    state: () => call('/state'),
    round: (id: string): Promise<View> => call(`/round/${id}`),
    stake: (said: Record<string, unknown>): Promise<View> => call('/stake', { round: randomUUID(), ...said }),
    kick: (round: string, kick: number, corner = 0): Promise<View> => call('/kick', { round, kick, corner }),
    take: (round: string): Promise<View> => call('/take', { round }),
  }
}

/** Nothing waits any more, and both sides tell the same about every round. */
async function reconcile() {
  const db = new DatabaseSync(books, { readOnly: true })
  try {
    const waiting = () =>
      Number(db.prepare("select count(*) as count from letter where state = 'waiting'").get()?.count)
    await vi.waitFor(() => expect(waiting()).toBe(0), { timeout: 20_000, interval: 200 })
    const rounds = db.prepare('select * from round where player = ?').all(String(playerId))
    for (const { id, state, stake, won, is_free } of rounds) {
      const { status, data } = await wallet.say('round', { round: String(id) })
      const staked = state === 'void' ? '0.00' : stake
      if (status !== 200) expect(['void', 'round unknown']).toEqual([state, 'round unknown'])
      else expect(data).toMatchObject({ staked: { amount: staked }, won: { amount: state === 'void' ? '0.00' : won } })
      if (status === 200 && state === 'over') expect(data).toMatchObject({ is_closed: true })
      expect(Number(is_free)).toBeLessThan(2)
    }
    const sum = rounds.reduce(
      (all, { state, stake, won, is_free }) =>
        state === 'void' ? all : all + Number(won) - (is_free ? 0 : Number(stake)),
      500,
    )
    expect(Number(await balanceOf(here, playerId))).toBeCloseTo(sum, 2)
    return rounds.length
  } finally {
    db.close()
  }
}

describe('the mathematics', () => {
  test('of the wheel give 96 % whatever is picked', () => {
    expect(wheel).toHaveLength(fieldCount)
    for (const pick of hours.keys()) {
      const all = wheel.reduce((sum, _hour, field) => sum + wheelWin(100n, pick, field), 0n)
      expect(all).toBe(4800n)
    }
  })

  test('of the streak give what is stated, in whole units of every currency', () => {
    for (const currency of ['EUR', 'JPY', 'USDT', 'UAH']) {
      for (const stake of stakesOf(currency)) {
        ladder.forEach((factor, at) => {
          const chance = ((cornerCount - 1) / cornerCount) ** (at + 1)
          expect(Number(streakWin(stake, at + 1))).toBe((Number(stake) * Number(factor)) / 100)
          expect((Number(factor) / 100) * chance).toBeGreaterThan(0.9666)
          expect((Number(factor) / 100) * chance).toBeLessThan(0.97)
        })
      }
    }
  })
})

describe('a game of another company', () => {
  test('opens only with a token of the house, for the page of the house', async () => {
    const { token } = await wallet.launch(playerId, { game: 'goal-streak' })
    const launch = { token, game: 'goal-streak', mode: 'real' as const, locale: 'en', currency: 'EUR', home }
    const open = (changed: Partial<typeof launch>) =>
      fetch(sample.address({ ...launch, ...changed }), { redirect: 'manual' })
    expect((await open({ token: 'made-up' })).status).toBe(403)
    expect((await open({ home: 'https://elsewhere.example' })).status).toBe(400)
    expect((await open({ game: 'roulette' })).status).toBe(400)
    const opened = await open({})
    expect([opened.status, opened.headers.get('location')?.includes(token)]).toEqual([303, false])
    const page = await fetch(`${sample.origin()}${opened.headers.get('location')}`)
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${home}`)
    expect(await page.text()).not.toContain(token)
  })

  test('spins the wheel with money of the house', async () => {
    const seat = await sit('wheel-of-hours')
    const said = { round: randomUUID(), stake: '5.00', pick: 0 }
    const racers = await Promise.all(Array.from({ length: 32 }, () => seat.stake(said)))
    const [first] = racers
    expect(first).toMatchObject({ state: 'over' })
    for (let i = 0; i < 8; i += 1)
      expect(await seat.stake({ stake: '1.00', pick: i % 6 })).toMatchObject({ state: 'over' })
    expect(await reconcile()).toBe(9)
    expect(await seat.stake({ stake: '3.00', pick: 0 })).toEqual({ error: 'STAKE' })
  })

  test('remembers a streak over a reload, and pays what is taken', async () => {
    const seat = await sit('goal-streak')
    let view = await seat.stake({ stake: '10.00' })
    expect(view).toMatchObject({ state: 'open', data: { kicks: [] } })
    view = await seat.kick(view.round, 0)
    const again = await sit('goal-streak')
    const state = await again.state()
    if (view.state === 'open') {
      expect(state.round).toMatchObject({ round: view.round, data: view.data })
      expect(await again.kick(view.round, 0)).toEqual(view)
      view = await again.take(view.round)
      expect(view).toMatchObject({ state: 'over', won: '14.50' })
    } else expect(view).toMatchObject({ state: 'over', won: '0.00' })
    await reconcile()
  })

  test('plays for fun without touching money, and uses free spins first', async () => {
    await fund(here, playerId, '20.00', 'FUN')
    const demo = await sit('wheel-of-hours', 'FUN')
    expect(await demo.stake({ stake: '10.00', pick: 0 })).toMatchObject({ state: 'over' })
    expect(await balanceOf(here, playerId)).toBe('500.00')
    const pack = { playerId, game: 'wheel-of-hours', currency: 'EUR', stake: 100n, count: 1, lifeDays: 1 }
    await begin(here.db, (tx) => addPack(tx, { ...pack, key: randomUUID() }))
    const seat = await sit('wheel-of-hours')
    const { spins } = await seat.state()
    expect(spins).toMatchObject([{ remaining: 1, stake: '1.00' }])
    const spun = await seat.stake({ pack: spins[0].pack, pick: 0 })
    expect(spun).toMatchObject({ state: 'over', is_free: true })
    expect(Number(await balanceOf(here, playerId))).toBe(500 + Number(spun.won))
    expect((await seat.state()).spins).toEqual([])
  })

  test('shows the reason when the house says no', async () => {
    const seat = await sit('goal-streak')
    await here.db.sql.updateTable('account_player').set({ banned_at: new Date() }).where('id', '=', playerId).execute()
    expect(await seat.stake({ stake: '1.00' })).toMatchObject({ state: 'void', reason: 'UserBanned' })
  })
})

describe('when something dies in between', () => {
  test('a stake whose answer is lost is taken once', async () => {
    const seat = await sit('wheel-of-hours')
    let lost = 0
    door.go(async (_asked, forward) => {
      const told = await forward()
      lost += 1
      return lost % 2 === 1 ? 'cut' : told
    })
    const { round } = await seat.stake({ stake: '5.00', pick: 0 })
    await vi.waitFor(async () => expect(await seat.round(round)).toMatchObject({ state: 'over' }), { timeout: 15_000 })
    door.go()
    await reconcile()
    expect(lost).toBeGreaterThan(1)
  })

  test('a stake that the house never answers comes back', async () => {
    const seat = await sit('goal-streak')
    door.go(async ({ path }, forward) => {
      if (path.endsWith('/bet')) await forward()
      return 'cut'
    })
    const { round, state } = await seat.stake({ stake: '25.00' })
    expect(state).toBe('staking')
    expect(await balanceOf(here, playerId)).toBe('475.00')
    await vi.waitFor(async () => expect(await seat.round(round)).toMatchObject({ state: 'returning' }), {
      timeout: 20_000,
    })
    door.go()
    await reconcile()
    expect(await seat.round(round)).toMatchObject({ state: 'void', reason: 'NO_ANSWER' })
    expect(await balanceOf(here, playerId)).toBe('500.00')
  })

  test('a provider that is killed with wins on the way pays them when it is back', async () => {
    const seat = await sit('goal-streak')
    let view = await seat.stake({ stake: '10.00' })
    for (let i = 0; view.state === 'over' || i === 0; i += 1) {
      if (view.state === 'over') view = await seat.stake({ stake: '10.00' })
      view = await seat.kick(view.round, 0)
    }
    // The house is away: the win is written down and not sent.
    door.go(async () => 'cut')
    view = await seat.take(view.round)
    expect(view).toMatchObject({ state: 'settling', won: '14.50' })
    await killed()
    door.go()
    await reconcile()
    expect((await wallet.say('round', { round: view.round })).data).toMatchObject({ won: { amount: '14.50' } })
  })

  test('a provider that is killed under load, and a house that forgets its answers, agree in the end', async () => {
    const seats = await Promise.all(Array.from({ length: 4 }, () => sit('wheel-of-hours')))
    let count = 0
    door.go(async (_asked, forward) => {
      count += 1
      if (count % 11 === 0) return 'cut'
      const told = await forward()
      return count % 9 === 0 ? 'cut' : told
    })
    let isPlaying = true
    const play = async (seat: (typeof seats)[number]) => {
      for (let i = 0; isPlaying; i += 1) await seat.stake({ stake: '1.00', pick: i % 6 }).catch(() => pause(50))
    }
    const playing = Promise.all(seats.map(play))
    for (const calls of [6, 14]) {
      await vi.waitFor(() => expect(count).toBeGreaterThan(calls), { timeout: 20_000, interval: 5 })
      await killed()
    }
    isPlaying = false
    await playing
    door.go()
    expect(await reconcile()).toBeGreaterThan(5)
  })
})

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function killed() {
  const pid = sample.pid()
  if (!pid) throw new Error('no process to kill')
  process.kill(pid, 'SIGKILL')
  await vi.waitFor(
    async () => {
      expect(sample.pid()).not.toBe(pid)
      expect((await fetch(`${sample.origin()}/healthz`)).status).toBe(200)
    },
    { timeout: 20_000, interval: 100 },
  )
}

test('it runs only in a sandbox that is on this very machine', () => {
  const at = (origin: string, host = '127.0.0.1', isSandboxOn = true) => canRunSample({ isSandboxOn, origin, host })
  expect(at('http://localhost:3000')).toBe(true)
  expect(at('http://localhost:3000', '127.0.0.1', false)).toBe(false)
  expect(at('https://casino.example')).toBe(false)
  expect(at('http://localhost:3000', '0.0.0.0')).toBe(false)
})
