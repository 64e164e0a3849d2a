import { randomUUID } from 'node:crypto'
import type { Call } from '@croupier/contract/contract'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import { fromDecimal, isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { stakesOf } from '@croupier/studio/engine/stakes'
import { habitsOf } from '@croupier/studio/simulator/title'
import type { Context } from '../../context.ts'
import { begin } from '../../db/db.ts'
import { lockPlayer } from '../../features/account/account.ts'
import { openSession } from '../../features/rounds/rounds.ts'
import { type Rider, seats, type Turn } from './plan-rules.ts'
import { fund, leastUnits, type SeatParts } from './seats.ts'

/** `call` is what games in their frames ask, with a token and no cookie. */
export type CrowdParts = SeatParts & Pick<Context, 'log'> & { call: Call }

type Launched = { token: string; ladder: readonly string[]; open: WireStanding | null; untilMs: number }

const lifeSeconds = 6 * 3_600
/** Nothing of a game goes on for longer. */
const mostSteps = 60

export type Hands = ReturnType<typeof openHands>

/** Plays rounds for the players of the demo world, as their browsers would. What it forgets, the house still knows. */
export function openHands(parts: CrowdParts, players: ReadonlyMap<number, bigint>) {
  const { db, call, log } = parts
  const launches = new Map<string, Launched>()

  const ownerOf = (seat: number) => {
    const playerId = players.get(seat)
    const currency = seats[seat - 1]?.currency
    if (playerId === undefined || !currency) throw new Error('a seat without a player')
    return { playerId, currency }
  }

  async function launch(seat: number, game: string): Promise<Launched> {
    const name = `${seat}:${game}`
    const known = launches.get(name)
    if (known && known.untilMs > performance.now()) return known
    const { playerId, currency } = ownerOf(seat)
    const token = await begin(db, (tx) =>
      openSession(tx, { playerId, provider: 'studio', game, mode: 'real', currency, lifeSeconds }),
    )
    const { stakes, round } = await call('rounds.open', { token })
    const untilMs = performance.now() + (lifeSeconds / 2) * 1_000
    const launched = { token, ladder: stakes.ladder, open: round, untilMs }
    launches.set(name, launched)
    return launched
  }

  async function payIn(seat: number, { balance }: WireStanding): Promise<void> {
    const { playerId, currency } = ownerOf(seat)
    const left = isCurrency(balance.currency) ? fromDecimal(balance.amount, balance.currency) : null
    if (left === null || left >= stakesOf(currency, 1).min * leastUnits) return
    await begin(db, async (tx) => {
      await lockPlayer(tx, playerId)
      await fund(tx, parts, { playerId, currency })
    })
  }

  /** A no of the house is an answer like any other: the player goes on later, with a game that is opened anew. */
  async function orRest(seat: number, game: string, play: () => Promise<void>): Promise<void> {
    try {
      await play()
    } catch (error) {
      launches.delete(`${seat}:${game}`)
      if (!(error instanceof Refusal)) throw error
      log.debug({ seat, game, reason: error.reason ?? error.type }, 'a demo player was refused')
    }
  }

  const stakeOn = ({ token, ladder }: Launched, rung: number, choice: unknown) =>
    call('rounds.play', {
      token,
      round: randomUUID(),
      stake: ladder[Math.min(rung, ladder.length - 1)] ?? '',
      choice: JSON.stringify(choice),
    })

  return {
    /** One whole round; first the one that was left in the middle. */
    playTurn: ({ seat, game, rung, choice, cells }: Turn) =>
      orRest(seat, game, async () => {
        const launched = await launch(seat, game)
        let standing = launched.open ?? (await stakeOn(launched, rung, choice))
        launched.open = standing
        for (let steps = 0; !standing.is_over && steps < mostSteps; steps += 1) {
          const next = await nextChoice(game, standing.view, cells)
          const { round, step } = standing
          standing = await call('rounds.act', { token: launched.token, round, step, choice: JSON.stringify(next) })
          launched.open = standing
        }
        launched.open = null
        await payIn(seat, standing)
      }),

    ride: (game: string, { seat, rung, auto }: Rider) =>
      orRest(seat, game, async () => payIn(seat, await stakeOn(await launch(seat, game), rung, { auto }))),
  }
}

/** Of a field of mines by the plan, else by the book of the game. */
async function nextChoice(game: string, view: unknown, cells: number): Promise<unknown> {
  if (game !== 'minefold') return (await habitsOf(game)).strategy(view)
  const opened = typeof view === 'object' && view !== null && 'opened' in view ? view.opened : null
  if (!Array.isArray(opened)) throw new Error('a field that cannot be read')
  if (opened.length >= cells) return { cash: true }
  return { cell: Array.from({ length: 25 }, (_, cell) => cell).find((cell) => !opened.includes(cell)) }
}
