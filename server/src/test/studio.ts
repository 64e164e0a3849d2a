import { randomUUID } from 'node:crypto'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import { studioGames } from '@croupier/studio/games'
import type { Habits } from '@croupier/studio/simulator/title'
import { begin, type Database } from '../db/db.ts'
import { openSession } from '../features/rounds/rounds.ts'

/** Titles whose rounds belong to one player. */
export const ownTitles = studioGames.filter(({ about }) => !about.isShared)

type Reply = { status: number; body: string; json: { data?: unknown; error?: WireError } | null }
type WireError = { type: string; error_data?: { reason?: string }; invalid_parameters?: Record<string, string[]> }
type Node = {
  as: (cookie: string | null) => { post: (name: string, body: Record<string, string>) => Promise<Reply> }
}

export type Said<T> = { status: number; body: string; data: T | null; reason: string; error: WireError | null }

async function said<T>(asking: Promise<Reply>): Promise<Said<T>> {
  const { status, body, json } = await asking
  const error = json?.error ?? null
  const data: unknown = json?.data ?? null
  const isTold = (value: unknown): value is T => value !== null
  return {
    status,
    body,
    data: isTold(data) ? data : null,
    error,
    reason: error ? (error.error_data?.reason ?? error.type) : '',
  }
}

/** Own games as their clients play them: by the token of a launch, over the API, at the nodes of the house in turns. */
export function studioClient({ db }: { db: Database }, nodes: readonly Node[]) {
  let turn = 0
  const post = <T>(name: string, body: Record<string, string>) => {
    turn += 1
    const node = nodes[turn % nodes.length]
    if (!node) throw new Error('no node')
    return said<T>(node.as(null).post(name, body))
  }

  function seatOf(token: string) {
    return {
      token,
      open: () => post<Record<string, unknown>>('rounds.open', { token }),
      balance: () => post<{ balance: { amount: string } }>('rounds.getBalance', { token }),
      play: (stake: string, choice: unknown, round: string = randomUUID()) =>
        post<WireStanding>('rounds.play', { token, round, stake, choice: JSON.stringify(choice) }),
      act: (round: string, step: number, choice: unknown) =>
        post<WireStanding>('rounds.act', { token, round, step: String(step), choice: JSON.stringify(choice) }),
    }
  }

  return {
    post,
    seatOf,

    /** Without the page of the game: what a launch leaves behind. */
    async launch(playerId: bigint, { game = 'twin-dice', currency = 'EUR', lifeSeconds = 3_600 } = {}) {
      const mode = currency === 'FUN' ? 'demo' : 'real'
      const session = { playerId, provider: 'studio', game, mode, currency, lifeSeconds } as const
      return seatOf(await begin(db, (tx) => openSession(tx, session)))
    },
  }
}

export type Seat = ReturnType<ReturnType<typeof studioClient>['seatOf']>

/** One whole round, as its habits go. Answers with every standing. */
export async function wholeRound(
  seat: Seat,
  stake: string,
  { opening, strategy }: Pick<Habits, 'opening' | 'strategy'>,
) {
  const standings: WireStanding[] = []
  let reply = await seat.play(stake, opening)
  while (reply.data) {
    standings.push(reply.data)
    if (reply.data.is_over) return standings
    reply = await seat.act(reply.data.round, reply.data.step, strategy(reply.data.view))
  }
  throw new Error(`a round ended with ${reply.reason}`)
}
