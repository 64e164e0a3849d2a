import { randomUUID } from 'node:crypto'
import { fromDecimal, isCurrency, toDecimal } from '@croupier/contract/money'
import { begin, type Database } from '../db/db.ts'
import { openSession } from '../features/rounds/rounds.ts'
import { balancesOf, move } from '../features/wallet/wallet.ts'
import type { Secrets } from '../secrets.ts'
import { signCall } from '../signed-call.ts'
import type { testApp } from './app.ts'
import { freePort } from './http-browser.ts'
import { addPlayers } from './world.ts'

type Node = { db: Database; secrets: Secrets }
type Listening = Node & Pick<Awaited<ReturnType<typeof testApp>>, 'app'>
type Said = Record<string, unknown>

export type Reply = { status: number; text: string; data: Record<string, unknown>; reason: string }

/** `InvalidParameterException ROUND_CLOSED`, or the field that was wrong. */
function reasonOf(error: {
  type?: string
  error_data?: { reason?: string }
  invalid_parameters?: Record<string, string[]>
}): string {
  const fields = Object.entries(error.invalid_parameters ?? {}).map(([name, reasons]) => `${name}:${reasons.join()}`)
  return error.error_data?.reason ?? (fields.join() || (error.type ?? ''))
}

const name = 'sample'

/** A game provider that speaks to the nodes of the house in turns, over real HTTP. */
export function gameProvider({ db, secrets }: Node, urls: readonly string[]) {
  const secret = secrets.gameSample.current
  let turn = 0

  async function send(call: string, body: string, headers: Record<string, string> = {}): Promise<Reply> {
    turn += 1
    const timestamp = headers['x-timestamp'] ?? String(Date.now())
    const answer = await fetch(`${urls[turn % urls.length]}/wallet/v1/${call}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-provider': name,
        'x-timestamp': timestamp,
        'x-signature': signCall(secret, { timestamp, body }),
        ...headers,
      },
      body,
    })
    const text = await answer.text()
    const { data = {}, error } = JSON.parse(text)
    return { status: answer.status, text, data, reason: error ? reasonOf(error) : '' }
  }

  const say = (call: string, said: Said, headers?: Record<string, string>) => send(call, JSON.stringify(said), headers)

  /** One player in one game: what every call says about them is filled in. */
  async function launch(playerId: bigint, { currency = 'EUR', game = 'dice', lifeSeconds = 3600 } = {}) {
    const mode = currency === 'FUN' ? 'demo' : 'real'
    const session = { playerId, provider: name, game, mode, currency, lifeSeconds } as const
    const token = await begin(db, (tx) => openSession(tx, session))
    const common = { game, player: String(playerId), currency }
    const named = (said: Said) => ({ transaction: randomUUID(), ...common, ...said })
    return {
      token,
      common,
      bet: (round: string, amount: string, said: Said = {}) => say('bet', named({ token, round, amount, ...said })),
      win: (round: string, amount: string, said: Said = {}) => say('win', named({ round, amount, ...said })),
      betwin: (round: string, amount: string, win: string, said: Said = {}) =>
        say('betwin', named({ token, round, amount, win, ...said })),
      rollback: (round: string, reference: string, said: Said = {}) =>
        say('rollback', named({ round, reference, ...said })),
      balance: () => say('balance', { token }),
    }
  }

  return { send, say, launch, secret }
}

/** The same for nodes that do not listen yet: it calls each in turn. */
export async function providerFor(...nodes: readonly [Listening, ...Listening[]]) {
  const urls: string[] = []
  for (const { app } of nodes) {
    const port = await freePort()
    await app.listen({ port, host: '127.0.0.1' })
    urls.push(`http://127.0.0.1:${port}`)
  }
  return gameProvider(nodes[0], urls)
}

/** Money that came from outside, decimal text. */
export async function fund({ db }: Pick<Node, 'db'>, playerId: bigint, amount: string, currency = 'EUR') {
  if (!isCurrency(currency)) throw new Error('no such currency')
  const kind = currency === 'FUN' ? 'fun' : 'main'
  const owner = currency === 'FUN' ? 'house' : 'payment:sandbox'
  const transfer = {
    from: { playerId: null, owner, kind: 'main', currency },
    to: { playerId, kind, currency } as const,
    amount: fromDecimal(amount, currency) ?? 0n,
    reason: 'deposit',
    ref: 'test',
  } as const
  const movement = { scope: 'test', key: randomUUID(), playerId, body: {}, transfers: [transfer], answer: () => ({}) }
  const { kind: outcome } = await begin(db, (tx) => move(tx, movement))
  if (outcome !== 'moved') throw new Error(`funding ended ${outcome}`)
}

export async function balanceOf({ db }: Pick<Node, 'db'>, playerId: bigint, currency = 'EUR'): Promise<string> {
  if (!isCurrency(currency)) throw new Error('no such currency')
  const purses = await balancesOf(db.sql, playerId)
  const kind = currency === 'FUN' ? 'fun' : 'main'
  return toDecimal(purses.find((purse) => purse.kind === kind && purse.currency === currency)?.balance ?? 0n, currency)
}

/** Many at once, each with the same money and a launched game: their ids and tokens. */
export async function crowd({ db }: Pick<Node, 'db'>, count: number, amount: string) {
  const ids = await addPlayers(db, count)
  for (let at = 0; at < ids.length; at += 500) await fundAll(db, ids.slice(at, at + 500), amount)
  const session = { provider: name, game: 'dice', mode: 'real', currency: 'EUR', lifeSeconds: 86_400 } as const
  return begin(db, async (tx) => {
    const players: { playerId: bigint; token: string }[] = []
    for (const id of ids) players.push({ playerId: id, token: await openSession(tx, { ...session, playerId: id }) })
    return players
  })
}

async function fundAll(db: Database, ids: readonly bigint[], amount: string) {
  const transfers = ids.map((id) => ({
    from: { playerId: null, owner: 'payment:sandbox', kind: 'main', currency: 'EUR' },
    to: { playerId: id, kind: 'main', currency: 'EUR' } as const,
    amount: fromDecimal(amount, 'EUR') ?? 0n,
    reason: 'deposit' as const,
    ref: 'test',
  }))
  const movement = { scope: 'test', key: randomUUID(), playerId: null, body: {}, transfers, answer: () => ({}) }
  await begin(db, (tx) => move(tx, movement))
}
