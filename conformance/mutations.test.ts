import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { begin } from '../server/src/db/db.ts'
import { addPack } from '../server/src/features/freespins/freespins.ts'
import { testApp } from '../server/src/test/app.ts'
import { giveBonus } from '../server/src/test/bonuses.ts'
import { fund, gameProvider } from '../server/src/test/game-provider.ts'
import { freePort } from '../server/src/test/http-browser.ts'
import { oddProxy, type ProxiedRequest, type Told, type Way } from '../server/src/test/odd-proxy.ts'
import { cases } from './cases.ts'
import { type BonusRule, runCases, type Seat, type World } from './kit.ts'

/** The kit against our own server, which passes, and against servers that lie in one way each, which do not. */

const here = await testApp()
const port = await freePort()
await here.app.listen({ port, host: '127.0.0.1' })
const siteUrl = `http://127.0.0.1:${port}`
const door = await oddProxy(() => siteUrl)
afterAll(() => door.close())
const provider = gameProvider(here, [siteUrl])
const game = 'wheel-of-hours'

const isOver = new Set<string>()

async function newSeat(currency: string): Promise<Seat & { playerId: bigint }> {
  const playerId = await here.addPlayer({ login: `${randomUUID()}@example.com`, currency })
  await fund(here, playerId, currency === 'JPY' ? '9000' : '100', currency)
  const { token } = await provider.launch(playerId, { game, currency })
  return { playerId, player: String(playerId), token, game, currency }
}

const bonusRules: Record<BonusRule, Record<string, unknown>> = {
  max_bet: { max_bet: { EUR: '5' } },
  excluded: { excluded: [{ game }] },
  asks_first: { asks_first: true },
}

function newWorld(): World {
  const seats = new Map<string, Promise<Seat>>()
  return {
    seat(currency) {
      const seat = seats.get(currency) ?? newSeat(currency)
      seats.set(currency, seat)
      return seat
    },
    async expire(before) {
      const seat = await newSeat('EUR')
      await before(seat)
      await here.db.sql
        .updateTable('rounds_session')
        .set({ expires_at: new Date(Date.now() - 1_000) })
        .where('player_id', '=', seat.playerId)
        .execute()
      isOver.add(seat.player)
      return seat
    },
    async whileClosed(seat, work) {
      await here.db.sql.insertInto('games_switch').values({ scope: 'game', name: seat.game }).execute()
      await work().finally(() => here.db.sql.deleteFrom('games_switch').where('name', '=', seat.game).execute())
    },
    async grantSpins(seat, count, isPast) {
      const key = randomUUID()
      const pack = { playerId: BigInt(seat.player), game, currency: seat.currency, stake: 50n, count, lifeDays: 1, key }
      await begin(here.db, (tx) => addPack(tx, pack))
      const day = 86_400_000
      const row = await here.db.sql
        .updateTable('freespins_pack')
        .set({ expires_at: new Date(Date.now() + (isPast ? -day : day)) })
        .where('key', '=', key)
        .returning('id')
        .executeTakeFirstOrThrow()
      return String(row.id)
    },
    async bonusSeat(rule) {
      const playerId = await here.addPlayer({ login: `${randomUUID()}@example.com` })
      await giveBonus(here.db, { playerId, amount: 3_000n, terms: bonusRules[rule] })
      const { token } = await provider.launch(playerId, { game })
      return { player: String(playerId), token, game, currency: 'EUR' }
    },
  }
}

async function failures(way: Way | undefined, only: string) {
  door.go(way)
  const { secret } = provider
  const results = await runCases({ url: door.url, provider: 'sample', secret, world: newWorld(), cases, only })
  door.go()
  expect(results.length).toBeGreaterThan(0)
  return results.filter(({ state }) => state === 'failed')
}

test('what a world cannot do is left out, and the report says what it would take', async () => {
  const secret = here.secrets.gameSample.current
  const world = { seat: newWorld().seat }
  const left = cases.filter(({ needs = [] }) => needs.length > 0)
  const results = await runCases({ url: siteUrl, provider: 'sample', secret, world, cases: left })
  expect(results.filter(({ state }) => state !== 'skipped')).toEqual([])
  const bonuses = results.filter(({ name }) => name.startsWith('bonus money'))
  expect(bonuses.map(({ why }) => why)).toEqual(
    Array(3).fill(expect.stringMatching(/^needs a player whose only money is an open bonus of 30 units.*published/)),
  )
  const others = results.filter((result) => !bonuses.includes(result))
  expect(others.filter(({ why }) => !why.includes('--'))).toEqual([])
})

test('our own server passes every case', async () => {
  const results = await runCases({
    ...{ url: siteUrl, provider: 'sample', secret: provider.secret, world: newWorld(), cases },
  })
  expect(results.filter(({ state }) => state !== 'passed')).toEqual([])
  expect(results.length).toBe(cases.length)
}, 60_000)

const signed = (asked: ProxiedRequest, body: string, timestamp = String(Date.now())): ProxiedRequest => ({
  ...asked,
  body,
  headers: {
    ...asked.headers,
    'x-provider': 'sample',
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', provider.secret).update(`${timestamp}.${body}`).digest('hex'),
  },
})
const callOf = ({ path }: ProxiedRequest) => path.split('/').at(-1)
const read = (body: string): Record<string, unknown> => {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}
const changed = (asked: ProxiedRequest, said: Record<string, unknown>) =>
  signed(asked, JSON.stringify({ ...read(asked.body), ...said }))
const isRefused = ({ body }: Told, reason: string) => body.includes(`"${reason}"`)
const yes = (data: Record<string, unknown>): Told => ({ status: 200, body: JSON.stringify({ result: 1, data }) })
const euros = (amount: string) => ({ amount, currency: 'EUR' })

/** A fresh memory for each: what a server that is built this way would do. */
const mutants: readonly { lie: string; only: string; way: () => Way }[] = [
  {
    lie: 'measures the largest stake of bonus money by the call',
    only: 'bonus money: more than its largest stake',
    way: () => async (asked, forward) => {
      const told = await forward()
      const isSmall = Number(read(asked.body).amount) <= 5
      return isSmall && isRefused(told, 'BONUS_MAX_BET') ? forward(changed(asked, { round: randomUUID() })) : told
    },
  },
  {
    lie: 'says that there is too little money where a rule of a bonus forbids the stake',
    only: 'bonus money: a game that its rules leave out',
    way: () => async (_asked, forward) => {
      const told = await forward()
      return { ...told, body: told.body.replaceAll('BONUS_GAME_EXCLUDED', 'INSUFFICIENT_FUNDS') }
    },
  },
  {
    lie: 'believes every signature',
    only: 'signature:',
    way: () => (asked, forward) => forward(signed(asked, asked.body)),
  },
  {
    lie: 'signs again what it parsed, so spaces do not matter',
    only: 'signature:',
    way: () => (asked, forward) => forward({ ...asked, body: asked.body.trim() }),
  },
  {
    lie: 'does not look at the time',
    only: 'clock: a new call',
    way: () => (asked, forward) => forward(signed(asked, asked.body)),
  },
  {
    lie: 'refuses an old call though it was answered before',
    only: 'clock: a call that was answered',
    way: () => async (asked, forward) => {
      const isOld = Math.abs(Date.now() - Number(asked.headers['x-timestamp'])) > 60_000
      return isOld ? { status: 401, body: '{"result":0,"error":{"error_data":{"reason":"TIMESTAMP"}}}' } : forward()
    },
  },
  {
    lie: 'pays a win again when it is repeated',
    only: 'key: an answer',
    way: () => {
      const seen = new Set<unknown>()
      return (asked, forward) => {
        const { transaction } = read(asked.body)
        const isAgain = callOf(asked) === 'win' && seen.has(transaction)
        seen.add(transaction)
        return forward(isAgain ? changed(asked, { transaction: randomUUID() }) : asked)
      }
    },
  },
  {
    lie: 'books every racer that comes at once',
    only: 'key: fifty',
    way: () => (asked, forward) =>
      forward(callOf(asked) === 'bet' ? changed(asked, { transaction: randomUUID() }) : asked),
  },
  {
    lie: 'answers a repeated call with the balance of now',
    only: 'key: an answer',
    way: () => async (asked, forward) => {
      const told = await forward()
      const { token } = read(asked.body)
      if (callOf(asked) !== 'bet' || told.status !== 200) return told
      const now = read(
        (await forward(signed({ ...asked, path: '/wallet/v1/balance' }, JSON.stringify({ token })))).body,
      )
      const data = { ...Object(read(told.body).data), balance: Object(now.data).balance }
      return yes(data)
    },
  },
  {
    lie: 'puts the time of the answer into it',
    only: 'key: fifty',
    way: () => async (_asked, forward) => {
      const told = await forward()
      return told.status === 200 ? yes({ ...Object(read(told.body).data), at: randomUUID() }) : told
    },
  },
  {
    lie: 'takes other content under an old id for the old call',
    only: 'key: the same id with other content',
    way: () => async (asked, forward) => {
      const told = await forward()
      return isRefused(told, 'KEY_CONFLICT') ? yes({ ...read(asked.body), balance: euros('0.00') }) : told
    },
  },
  {
    lie: 'takes the late bet of a rollback',
    only: 'rollback: of a bet that has not come',
    way: () => async (asked, forward) => {
      const told = await forward()
      return isRefused(told, 'ROLLED_BACK') ? forward(changed(asked, { transaction: randomUUID() })) : told
    },
  },
  {
    lie: 'gives back twice what is rolled back twice',
    only: 'rollback: of a bet gives it back',
    way: () => {
      const seen = new Map<unknown, unknown>()
      return async (asked, forward) => {
        const said = read(asked.body)
        const { reference, transaction, game, player, currency } = said
        const isSecond = callOf(asked) === 'rollback' && seen.has(reference) && seen.get(reference) !== transaction
        if (callOf(asked) === 'rollback' && !seen.has(reference)) seen.set(reference, transaction)
        if (!isSecond) return forward()
        const round = randomUUID()
        const common = { round, game, player, currency }
        const send = (call: string, more: Record<string, unknown>) =>
          forward(signed({ ...asked, path: `/wallet/v1/${call}` }, JSON.stringify({ ...common, ...more })))
        const token = [...tokens].at(-1)
        await send('bet', { transaction: randomUUID(), token, amount: '0' })
        return send('win', { transaction: randomUUID(), amount: '1.00' })
      }
    },
  },
  {
    lie: 'lets a balance go below zero',
    only: 'money: more than there is',
    way: () => async (asked, forward) => {
      const told = await forward()
      const { transaction, round } = read(asked.body)
      return isRefused(told, 'INSUFFICIENT_FUNDS') ? yes({ transaction, round, balance: euros('-1.00') }) : told
    },
  },
  {
    lie: 'counts in floating numbers',
    only: 'money: amounts beyond',
    way: () => async (_asked, forward) => {
      const told = await forward()
      const body = told.body.replace(/"amount":"([\d.]+)"/g, (_, amount) => `"amount":"${Number(amount).toFixed(2)}"`)
      return { ...told, body }
    },
  },
  {
    lie: 'rounds what is too fine',
    only: 'money: an amount is decimal text',
    way: () => (asked, forward) => {
      const { amount } = read(asked.body)
      const isFine = typeof amount === 'string' && /^\d+\.\d{3,}$/.test(amount)
      return forward(isFine ? changed(asked, { amount: Number(amount).toFixed(2) }) : asked)
    },
  },
  {
    lie: 'thinks that every currency has two decimals',
    only: 'money: JPY',
    way: () => async (_asked, forward) => {
      const told = await forward()
      return { ...told, body: told.body.replace(/"amount":"(\d+)"/g, '"amount":"$1.00"') }
    },
  },
  {
    lie: 'refuses wins of players who left',
    only: 'seat: a token that is over',
    way: () => async (asked, forward) => {
      const isLate = callOf(asked) === 'win' && isOver.has(String(read(asked.body).player))
      if (!isLate) return forward()
      return { status: 422, body: '{"result":0,"error":{"error_data":{"reason":"SESSION_EXPIRED"}}}' }
    },
  },
  {
    lie: 'does not close a round by a win of nothing',
    only: 'round: a win of nothing',
    way: () => async (asked, forward) => {
      const { amount, transaction, round } = read(asked.body)
      const isEnd = callOf(asked) === 'win' && Number(amount) === 0
      return isEnd ? yes({ transaction, round, balance: euros('0.00') }) : forward()
    },
  },
  {
    lie: 'overlooks fields that it does not know',
    only: 'form: a field',
    way: () => (asked, forward) => {
      const { ammount: _typo, ...rest } = read(asked.body)
      return forward(signed(asked, JSON.stringify(rest)))
    },
  },
  {
    lie: 'says a decision with the status of a fault',
    only: 'money: more than there is',
    way: () => async (_asked, forward) => {
      const told = await forward()
      return told.status === 422 ? { ...told, status: 500 } : told
    },
  },
  {
    lie: 'counts a repeated free spin again',
    only: 'free spins: the pack pays',
    way: () => {
      const seen = new Set<unknown>()
      return (asked, forward) => {
        const { transaction } = read(asked.body)
        const isAgain = callOf(asked) === 'freespin' && seen.has(transaction)
        seen.add(transaction)
        return forward(isAgain ? changed(asked, { transaction: randomUUID(), round: randomUUID() }) : asked)
      }
    },
  },
]

/** Tokens that passed by: a liar may use what it has seen. */
const tokens = new Set<unknown>()

describe('a server that lies is found out: it', () => {
  test.each(mutants)('$lie', async ({ only, way }) => {
    const lying = way()
    const found = await failures((asked, forward) => {
      const { token } = read(asked.body)
      if (token) tokens.add(token)
      return lying(asked, forward)
    }, only)
    expect(found).not.toEqual([])
    // Not by a fault of the kit, nor because nothing was answered.
    for (const { why } of found) expect(why).toMatch(/got|wanted|an amount|does not/)
  })

  test('and an honest one behind the same door is not', async () => {
    expect(await failures(undefined, 'r')).toEqual([])
  })
})
