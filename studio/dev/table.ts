import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { WireStanding } from '@croupier/contract/methods/rounds'
import { fromDecimal, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { blockName, bytesOf, drawsFrom } from '../engine/draws.ts'
import type { Flight, StudioGame } from '../engine/game.ts'
import type { Seat } from './bank.ts'

/** A round that everybody shares, without a platform: one table in memory, with a few companions. */

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

export function openDevTable(game: StudioGame, flight: Flight) {
  const listeners = new Set<ServerResponse>()
  const plays = new Map<string, Aboard>()
  const history: { id: string; point: number }[] = []
  let place = 0
  let phase: 'open' | 'running' | 'over' = 'over'
  let startsAt = 0
  let endedAt = 0
  let point = 100
  let aboard: Aboard[] = []

  const drawsAt = () =>
    drawsFrom(
      bytesOf((cursor) =>
        createHmac('sha256', 'table')
          .update(blockName('dev', place, cursor))
          .digest(),
      ),
    )
  const height = () => flight.heightAt(Date.now() - startsAt)

  function table() {
    const items = companions.slice(0, 2 + (place % 4)).map(({ fakename, stake, auto }) => ({
      fakename,
      stake: { amount: stake, currency: 'EUR' },
      is_demo: false,
      cashed_at: phase !== 'open' && auto <= Math.min(phase === 'over' ? point : height(), point) ? auto : null,
    }))
    return {
      server_now: Date.now(),
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

  const tell = (name: string, data: unknown) => {
    for (const listener of listeners) listener.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  function settle(play: Aboard, end: unknown) {
    const { won } = game.maths.play({ stake: play.stake, choices: [{ auto: play.auto }, end] }, drawsAt())
    Object.assign(play, { end, won })
    play.seat.balance += won
  }

  function turn() {
    const now = Date.now()
    if (phase === 'over' && now >= endedAt + overMs && listeners.size > 0) {
      place += 1
      phase = 'open'
      startsAt = now + openMs
      point = flight.pointOf(drawsAt())
      aboard = []
      tell('state', table())
    } else if (phase === 'open' && now >= startsAt) {
      phase = 'running'
      tell('state', table())
    } else if (phase === 'running') {
      for (const play of aboard)
        if (!play.end && play.auto !== null && play.auto <= Math.min(point, height())) settle(play, { at: play.auto })
      if (now < startsAt + flight.endMsOf(point)) return
      phase = 'over'
      endedAt = now
      for (const play of aboard) if (!play.end) settle(play, { end: true })
      history.unshift({ id: String(place), point })
      tell('state', table())
    }
  }
  setInterval(turn, 20).unref()
  setInterval(() => tell('players', { id: String(place), ...table() }), 400).unref()
  setInterval(() => tell('beat', { server_now: Date.now() }), beatMs).unref()

  function standing({ seat, id, stake, auto, end, won }: Aboard): WireStanding {
    const choices = end ? [{ auto }, end] : [{ auto }]
    const { currency } = seat.wishes
    const { view, isOver } = game.maths.play({ stake, choices }, drawsAt())
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

  return {
    listen(_request: IncomingMessage, response: ServerResponse) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'access-control-allow-origin': '*' })
      listeners.add(response)
      response.once('close', () => listeners.delete(response))
      response.write(`event: state\ndata: ${JSON.stringify(table())}\n\n`)
    },

    play(seat: Seat, { round, stake: text, choice }: { round: string; stake: string; choice: unknown }): WireStanding {
      const known = plays.get(round)
      if (known) return standing(known)
      if (phase !== 'open' || Date.now() >= startsAt) throw refuse('TABLE_CLOSED')
      const stake = fromDecimal(text, seat.wishes.currency)
      if (stake === null || stake > seat.balance) throw refuse('INSUFFICIENT_FUNDS')
      const auto =
        typeof choice === 'object' && choice !== null && 'auto' in choice && typeof choice.auto === 'number'
          ? choice.auto
          : null
      const play: Aboard = { seat, id: round, stake, auto, end: null, won: 0n }
      seat.balance -= stake
      plays.set(round, play)
      aboard.push(play)
      return standing(play)
    },

    act(round: string, choice: unknown): WireStanding {
      const play = plays.get(round)
      if (!play) throw refuse('ROUND_UNKNOWN')
      const isCash = typeof choice === 'object' && choice !== null && 'cash' in choice
      if (isCash && !play.end && phase === 'running' && height() <= point) settle(play, { at: height() })
      return standing(play)
    },

    /** The round that a seat left open. */
    open(seat: Seat): WireStanding | null {
      const play = aboard.find((each) => each.seat === seat && !each.end)
      return play ? standing(play) : null
    },
  }
}

export type DevTable = ReturnType<typeof openDevTable>
