import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import { fromDecimal, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { blockName, bytesOf, drawsFrom } from '../engine/draws.ts'
import type { Flight, StudioGame } from '../engine/game.ts'
import type { Seat } from './bank.ts'

/** A round that all players share, without a platform: one table in memory, with a few companions. */

const openMs = 7_000
const overMs = 3_000
const beatMs = 2_000

type Companion = { fakename: string; stake: string; auto: number }
const companions: readonly Companion[] = [
  { fakename: 'lumi', stake: '2.00', auto: 140 },
  { fakename: 'nika77', stake: '10.00', auto: 210 },
  { fakename: 'j_ortega', stake: '0.60', auto: 1_000 },
  { fakename: 'harbour.fox', stake: '25.00', auto: 125 },
  { fakename: 'Вереск', stake: '4.00', auto: 330 },
]

type Aboard = { seat: Seat; id: string; stake: bigint; auto: number | null; end: unknown; won: bigint }

const refuse = (reason: Uppercase<string>) => new Refusal(`InvalidParameter:${reason}`, { message: reason })

type Round = {
  place: number
  phase: 'open' | 'running' | 'over'
  startsAt: number
  endedAt: number
  point: number
  aboard: Aboard[]
  history: { id: string; point: number }[]
}

const drawsAt = (place: number) =>
  drawsFrom(
    bytesOf((cursor) =>
      createHmac('sha256', 'table')
        .update(blockName('dev', place, cursor))
        .digest(),
    ),
  )

/** What every client of the table is told. */
function tableNews({ place, phase, startsAt, endedAt, point, aboard, history }: Round, height: number, now: number) {
  const items = companions.slice(0, 2 + (place % 4)).map(({ fakename, stake, auto }) => ({
    fakename,
    is_demo_player: true,
    stake: { amount: stake, currency: 'EUR' },
    is_demo: false,
    cashed_at: phase !== 'open' && auto <= Math.min(phase === 'over' ? point : height, point) ? auto : null,
  }))
  return {
    server_now: now,
    round: {
      id: String(place),
      phase,
      place,
      starts_at: startsAt,
      opens_at: phase === 'over' ? endedAt + overMs : null,
      point: phase === 'over' ? point : null,
      is_interrupted: false,
    },
    players: {
      count: items.length + aboard.length,
      cashed_count: items.filter(({ cashed_at }) => cashed_at !== null).length,
      items,
    },
    history: history.slice(0, 20),
  }
}

/** How a stake stands, as the platform would say it. */
function standingOf(game: StudioGame, place: number, { seat, id, stake, auto, end, won }: Aboard): WireStanding {
  const choices = end ? [{ auto }, end] : [{ auto }]
  const { currency } = seat.wishes
  const { view, isOver } = game.maths.play({ stake, choices }, drawsAt(place))
  return {
    round: id,
    game: game.about.sysname,
    version: game.maths.version,
    step: choices.length,
    stake: toWire(stake, currency),
    staked: toWire(stake, currency),
    won: toWire(won, currency),
    is_over: isOver,
    is_free: false,
    view,
    balance: toWire(seat.balance, currency),
    nonce: place,
    jackpot: null,
    free_left: 0,
  }
}

/** Moves the round on where its time has come. True where its phase changed. */
function turn(game: StudioGame, flight: Flight, round: Round, hasListeners: boolean): boolean {
  const now = Date.now()
  if (round.phase === 'over' && now >= round.endedAt + overMs && hasListeners) {
    const place = round.place + 1
    Object.assign(round, { place, phase: 'open', startsAt: now + openMs, aboard: [] })
    round.point = flight.pointOf(drawsAt(place))
    return true
  }
  if (round.phase === 'open' && now >= round.startsAt) {
    round.phase = 'running'
    return true
  }
  if (round.phase !== 'running') return false
  const { aboard, point, startsAt } = round
  const reached = Math.min(point, flight.heightAt(now - startsAt))
  for (const play of aboard) {
    if (!play.end && play.auto !== null && play.auto <= reached) settle(game, round.place, play, { at: play.auto })
  }
  if (now < startsAt + flight.endMsOf(point)) return false
  Object.assign(round, { phase: 'over', endedAt: now })
  for (const play of aboard) if (!play.end) settle(game, round.place, play, { end: true })
  round.history.unshift({ id: String(round.place), point })
  return true
}

function settle(game: StudioGame, place: number, play: Aboard, end: unknown) {
  const { won } = game.maths.play({ stake: play.stake, choices: [{ auto: play.auto }, end] }, drawsAt(place))
  Object.assign(play, { end, won })
  play.seat.balance += won
}

const autoIn = (choice: unknown): number | null =>
  typeof choice === 'object' && choice !== null && 'auto' in choice && typeof choice.auto === 'number'
    ? choice.auto
    : null

export function openDevTable(game: StudioGame, flight: Flight) {
  const listeners = new Set<ServerResponse>()
  const plays = new Map<string, Aboard>()
  const round: Round = { place: 0, phase: 'over', startsAt: 0, endedAt: 0, point: 100, aboard: [], history: [] }

  const height = () => flight.heightAt(Date.now() - round.startsAt)
  const news = () => tableNews(round, height(), Date.now())
  const standing = (play: Aboard) => standingOf(game, round.place, play)
  const tell = (name: string, data: unknown) => {
    for (const listener of listeners) listener.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }
  setInterval(() => {
    if (turn(game, flight, round, listeners.size > 0)) tell('state', news())
  }, 20).unref()
  setInterval(() => tell('players', { id: String(round.place), ...news() }), 400).unref()
  setInterval(() => tell('beat', { server_now: Date.now() }), beatMs).unref()

  return {
    listen(_request: IncomingMessage, response: ServerResponse) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' })
      listeners.add(response)
      response.once('close', () => listeners.delete(response))
      response.write(`event: state\ndata: ${JSON.stringify(news())}\n\n`)
    },

    play(
      seat: Seat,
      { round: id, stake: text, choice }: { round: string; stake: string; choice: unknown },
    ): WireStanding {
      const known = plays.get(id)
      if (known) return standing(known)
      if (round.phase !== 'open' || Date.now() >= round.startsAt) throw refuse('TABLE_CLOSED')
      const stake = fromDecimal(text, seat.wishes.currency)
      if (stake === null || stake > seat.balance) throw refuse('INSUFFICIENT_FUNDS')
      const play: Aboard = { seat, id, stake, auto: autoIn(choice), end: null, won: 0n }
      seat.balance -= stake
      plays.set(id, play)
      round.aboard.push(play)
      return standing(play)
    },

    act(id: string, choice: unknown): WireStanding {
      const play = plays.get(id)
      if (!play) throw refuse('ROUND_UNKNOWN')
      const isCash = typeof choice === 'object' && choice !== null && 'cash' in choice
      if (isCash && !play.end && round.phase === 'running' && height() <= round.point) {
        settle(game, round.place, play, { at: height() })
      }
      return standing(play)
    },

    /** The round that a seat left open. */
    open(seat: Seat): WireStanding | null {
      const play = round.aboard.find((each) => each.seat === seat && !each.end)
      return play ? standing(play) : null
    },
  }
}

export type DevTable = ReturnType<typeof openDevTable>
