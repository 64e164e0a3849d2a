import { randomUUID } from 'node:crypto'
import { openClient } from './client.ts'
import type { Seat, World } from './kit.ts'

type Options = {
  url: string
  provider: string
  secret: string
  game: string
  /** Runs a command of the operator and answers with what it printed; null where the kit has none. */
  operate: ((...words: string[]) => Promise<string>) | null
}

const countries: Readonly<Record<string, string>> = { EUR: 'ES', JPY: 'JP', USDT: 'UA' }
const deposits: Readonly<Record<string, { method: string; amount: string }>> = {
  EUR: { method: 'wallet', amount: '500' },
  JPY: { method: 'wallet', amount: '50000' },
  USDT: { method: 'usdt-trc20', amount: '500' },
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

/**
 * Players of a site whose sandbox is on, made as people would: register, pay in, open the game. Free spins and closed
 * games are the operator's: without the operator's commands those cases are left out, and the report says so.
 */
export function sandboxWorld({ url, provider, secret, game, operate }: Options): World {
  const client = openClient({ url, provider, secret })
  const seats = new Map<string, Promise<Seat | null>>()
  const logins = new Map<string, string>()

  async function newSeat(currency: string) {
    let cookie = ''
    const ask = async (path: string, form?: Record<string, string>) => {
      const answer = await fetch(new URL(path, url), {
        method: form ? 'POST' : 'GET',
        headers: {
          'sec-fetch-site': 'same-origin',
          'sec-fetch-dest': path.startsWith('/platform/') ? 'iframe' : 'empty',
          cookie,
        },
        redirect: 'manual',
        ...(form && { body: new URLSearchParams(form) }),
      })
      const given = answer.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
      if (given.length > 0) cookie = [...new Set([...cookie.split('; ').filter(Boolean), ...given])].join('; ')
      return answer
    }
    const call = async (name: string, form?: Record<string, string>) => {
      const { result, data, error } = await (await ask(`/api/${name}`, form)).json()
      if (result !== 1) throw new Error(`${name}: ${JSON.stringify(error)}`)
      return data
    }
    const email = `conformance-${randomUUID()}@example.com`
    const country = countries[currency]
    const deposit = deposits[currency]
    if (!country || !deposit) return null
    await call('auth.register', {
      ...{
        email,
        password: `Kit-${randomUUID().slice(0, 13)}`,
        type: 'fast',
        currency,
        country_code: country,
        terms: '1',
      },
    })
    const paid = await call('cashier.makedeposit', {
      ...deposit,
      ...(deposit.method === 'wallet' && { 'requisites[account]': email }),
    })
    await ask(new URL(paid.action.url ?? paid.action.pay_url, url).href, { outcome: 'success' })
    const id = String(paid.transaction.id)
    for (let tries = 0; ; tries += 1) {
      const { status } = await call(`cashier.getdepositinfo?${new URLSearchParams({ id })}`)
      if (status === 'paid') break
      if (tries > 100) throw new Error(`a deposit stays ${status}`)
      await pause(200)
    }
    const opened = await ask(`/platform/game/${game}/play`)
    const token = new URL(opened.headers.get('location') ?? url).searchParams.get('token')
    if (!token) throw new Error(`the game ${game} does not open: ${opened.status}`)
    const { data } = await client.say('balance', { token })
    logins.set(String(data.player), email)
    return { seat: { player: String(data.player), token, game, currency }, leave: () => call('auth.logout') }
  }

  return {
    seat(currency) {
      const seat = seats.get(currency) ?? newSeat(currency).then((made) => made?.seat ?? null)
      seats.set(currency, seat)
      return seat
    },
    async expire(before) {
      const made = await newSeat('EUR')
      if (!made) throw new Error('no player')
      const { seat, leave } = made
      await before(seat)
      await leave()
      const said = { game, player: seat.player, currency: seat.currency, token: seat.token, amount: '0' }
      for (let tries = 0; tries < 100; tries += 1) {
        const reply = await client.say('bet', { ...said, transaction: randomUUID(), round: randomUUID() })
        if (reply.status !== 200) break
        await pause(100)
      }
      return seat
    },
    ...(operate && {
      async whileClosed(seat, work) {
        await operate('games', 'close', 'game', seat.game)
        await work().finally(() => operate('games', 'open', 'game', seat.game))
      },
      async grantSpins(seat, count, isOver) {
        const login = logins.get(seat.player) ?? ''
        const said = await operate('freespins', 'grant', login, seat.game, String(count), '1')
        const [, pack = ''] = /pack (\d+)/.exec(said) ?? []
        if (isOver) await operate('freespins', 'end', login, pack)
        return pack
      },
    }),
  } satisfies World
}
