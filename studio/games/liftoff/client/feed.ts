import { type Clock, createClock } from './clock.ts'

export type Traveller = {
  fakename: string | null
  stake: { amount: string; currency: string }
  is_demo: boolean
  /** Plays by itself, in the sandbox. */
  is_demo_player: boolean
  cashed_at: number | null
}
export type Players = { count: number; cashed_count: number; items: readonly Traveller[] }

export type Round = {
  id: string
  phase: 'open' | 'running' | 'over'
  place: number
  /** Milliseconds of the server's clock; null: the first stake of a chain is awaited. */
  starts_at: number | null
  opens_at: number | null
  hash?: string
  salt?: string | null
  terminal_hash?: string
  point: number | null
  is_interrupted: boolean
}

export type TableState = {
  server_now: number
  round: Round | null
  players: Players
  history: readonly { id: string; point: number }[]
}

type Hands = {
  onState: (state: TableState) => void
  onPlayers: (players: Players) => void
  /** False from the moment nothing is heard any more. */
  onLine: (isThere: boolean) => void
}

const silentMs = 6_000
const firstPauseMs = 1_000
const mostPauseMs = 15_000

/** What our own server says over the stream; believed as its answers are. */
const readEvent = <T>(event: Event): T | null => {
  try {
    return event instanceof MessageEvent ? JSON.parse(String(event.data)) : null
  } catch {
    return null
  }
}

/** The table that all players see. It comes back by itself, and tells how things stand when it does. */
export function openFeed(address: string, { onState, onPlayers, onLine }: Hands): { clock: Clock } {
  const clock = createClock(() => performance.now())
  let source: EventSource | null = null
  let pauseMs = firstPauseMs
  let silence: ReturnType<typeof setTimeout> | undefined
  let isThere = true

  function heard(serverMs: number) {
    clock.hear(serverMs)
    pauseMs = firstPauseMs
    if (!isThere) onLine(true)
    isThere = true
    clearTimeout(silence)
    silence = setTimeout(lost, silentMs)
  }

  function lost() {
    clearTimeout(silence)
    source?.close()
    source = null
    clock.breakOff()
    if (isThere) onLine(false)
    isThere = false
    setTimeout(connect, pauseMs)
    pauseMs = Math.min(mostPauseMs, pauseMs * 2)
  }

  function connect() {
    if (source) return
    const opened = new EventSource(address)
    source = opened
    silence = setTimeout(lost, silentMs)
    opened.addEventListener('state', (event) => {
      const state = readEvent<TableState>(event)
      if (!state) return
      heard(state.server_now)
      onState(state)
    })
    opened.addEventListener('players', (event) => {
      const news = readEvent<{ server_now: number; players: Players }>(event)
      if (!news) return
      heard(news.server_now)
      onPlayers(news.players)
    })
    opened.addEventListener('beat', (event) => {
      const beat = readEvent<{ server_now: number }>(event)
      if (beat) heard(beat.server_now)
    })
    // We count the pauses ourselves: a browser gives up after an answer that is no stream.
    opened.addEventListener('error', () => {
      if (source === opened) lost()
    })
  }

  addEventListener('online', () => {
    pauseMs = firstPauseMs
    connect()
  })
  connect()
  return { clock }
}
