import type { Db } from '../../../context.ts'
import { facesOf } from '../../account/account.ts'
import type { ChanceKey } from '../sealed-chance.ts'
import { wireMoney } from '../wire.ts'
import { linkAt, nextLink } from './chain.ts'
import { readClockMs, readShared, type Shared } from './store.ts'
import type { Times } from './times.ts'
import { listPast, type Past, readCrowd, type Traveller } from './view-store.ts'

const mostShown = 30
const mostPast = 20

const momentOf = (ms: number | null) => (ms === null ? null : Math.round(ms))

/** What every visitor may know of a table now. The point and its link are in it only after the end. */
export async function readTable(db: Db, { game, times, keys }: { game: string; times: Times; keys: ChanceKey }) {
  const shared = await readShared(db, game)
  const past = await listPast(db, { game, count: mostPast, offset: 0 })
  const nowMs = await readClockMs(db)
  if (!shared) return { server_now: Math.round(nowMs), round: null, players: noPlayers, history: [] }
  return {
    server_now: Math.round(nowMs),
    round: await wireRound(shared, times, keys),
    players: await wirePlayers(db, shared),
    history: past.map(({ id, point }: Past) => ({ id: String(id), point: Number(point) })),
  }
}

export type WireTable = Awaited<ReturnType<typeof readTable>>

const noPlayers = { count: 0, cashed_count: 0, items: [] }

async function wireRound(shared: Shared, { overMs }: Times, keys: ChanceKey) {
  const { id, phase, place, startsMs, endedMs, point, link, isInterrupted, chain } = shared
  const isOver = phase === 'over'
  return {
    id: String(id),
    phase,
    place,
    // Without an own stake, what follows is the same for every visitor.
    starts_at: momentOf(startsMs),
    opens_at: isOver && endedMs !== null ? Math.round(endedMs + overMs) : null,
    // Of a round whose chain cannot be opened any more there is none.
    hash: isOver && !link ? '' : nextLink(await linkAt(chain, place, keys)).toString('hex'),
    salt: chain.salt,
    terminal_hash: chain.terminal.toString('hex'),
    point: isOver && point !== null ? Number(point) : null,
    seed: isOver ? (link?.toString('hex') ?? null) : null,
    is_interrupted: isInterrupted,
  }
}

async function wirePlayers(db: Db, { id }: Shared) {
  const { count, cashedCount, travellers } = await readCrowd(db, id, mostShown)
  const faceOf = await facesOf(
    db,
    travellers.flatMap(({ playerId }) => playerId ?? []),
  )
  const shownOf = ({ playerId }: Traveller) => {
    const face = playerId === null ? null : faceOf(playerId)
    return { fakename: face?.isHidden ? null : (face?.fakename ?? null), is_demo_player: face?.isDemo ?? false }
  }
  return {
    count,
    cashed_count: cashedCount,
    items: travellers.map((traveller) => ({
      ...shownOf(traveller),
      stake: wireMoney(traveller.stake, traveller.currency),
      is_demo: traveller.mode === 'demo',
      cashed_at: traveller.cashedAt,
    })),
  }
}
