import { randomUUID } from 'node:crypto'
import { studioGame } from '@croupier/studio/games'
import { sql } from 'kysely'
import type { Context, Tx } from '../../context.ts'
import { hitOf, potOf, potSeed } from '../jackpots/jackpots.ts'
import { hashLaunchToken } from './batch/read-call.ts'
import { runBatch } from './batch/run-batch.ts'
import { allCompanions } from './companions/companions.ts'
import { wantExport } from './history/export-history.ts'
import { countExports } from './history/export-store.ts'
import { openSession } from './launch/sessions.ts'
import { ownCall } from './own/batch.ts'
import { drawsOf, ensureSeeds, newClientSeed } from './own/seeds.ts'
import { type ChanceKey, openChance, ownerOfSeed } from './sealed-chance.ts'

/** A round that a player of the demo world has played. */
type PastPlay = { game: string; stake: bigint; choice: unknown; isPotHit?: boolean }

type Past = { playerId: bigint; currency: string; plays: readonly PastPlay[]; keys: ChanceKey }

/** The first so many of them lose more than a tenth of what is staked. */
type Story = Past & { losing: number }

/** A pot falls under one of a thousand; this many fit into the end of such a seed. */
const mostSeeds = 0x10000

/**
 * Chance decides these rounds like all others. Of many client seeds the first is taken under which they are worth
 * telling: the pot falls where the story wants it, and the rest is neither ruin nor riches. Called before the first of
 * them, with all of them.
 */
async function chooseSeed(tx: Tx, past: Story): Promise<void> {
  const { playerId, keys } = past
  const { seedKept, nonce } = await ensureSeeds(tx, playerId, keys)
  const serverSeed = openChance(seedKept, ownerOfSeed(playerId), keys)
  const begin = newClientSeed().slice(4)
  for (let tried = 0; tried < mostSeeds; tried += 1) {
    const clientSeed = begin + tried.toString(16).padStart(4, '0')
    if (!isWorthTelling(past, { serverSeed, clientSeed, nonce })) continue
    await tx.updateTable('rounds_fair').set({ client_seed: clientSeed }).where('player_id', '=', playerId).execute()
    return
  }
}

type Seeds = { serverSeed: Uint8Array; clientSeed: string; nonce: bigint }

function isWorthTelling({ plays, currency, losing }: Story, { serverSeed, clientSeed, nonce }: Seeds): boolean {
  const numbered = plays.map((play, at) => ({ ...play, nonce: nonce + BigInt(at) }))
  const isHitRight = ({ game, stake, isPotHit = false, nonce: number }: (typeof numbered)[number]) => {
    const pot = potOf(studioGame(game)?.about.jackpot ?? '')
    if (!pot) return true
    const hit = hitOf(pot, { stake, currency, draws: drawsOf(serverSeed, potSeed(clientSeed), number) })
    return hit?.sysname === (isPotHit ? pot.levels[0]?.sysname : undefined)
  }
  // The rarest first: nearly every seed ends here.
  if (!numbered.filter(({ isPotHit }) => isPotHit).every(isHitRight) || !numbered.every(isHitRight)) return false
  let [staked, won] = [0n, 0n]
  for (const [at, { game, stake, choice, nonce: number }] of numbered.entries()) {
    const standing = studioGame(game)?.maths.play({ stake, choices: [choice] }, drawsOf(serverSeed, clientSeed, number))
    if (!standing) return false
    staked += stake
    won += standing.won
    if (at === losing - 1 && won * 10n > staked * 9n) return false
  }
  return won * 4n > staked && won < staked * 2n
}

/** The rules of the place are those of today; these rounds are told of another day. Nothing listens to old news. */
const quietly = { config: { jurisdiction: 'default' }, announce: async () => undefined } as const
const silent = { warn: () => undefined }

/** Plays them by the way that every stake goes, in this transaction. Answers their ids, in order; null where one was refused. */
async function play(tx: Tx, { playerId, currency, plays, keys }: Past): Promise<(string | null)[]> {
  const companions = allCompanions({ ...quietly, keys })
  const tokens = new Map<string, string>()
  for (const game of new Set(plays.map((play) => play.game))) {
    const session = { playerId, provider: 'studio', game, mode: 'real', currency, lifeSeconds: 60 } as const
    tokens.set(game, hashLaunchToken(await openSession(tx, session)))
  }
  const calls = plays.map(({ game, stake, choice }) =>
    ownCall({ kind: 'play', playerId, tokenHash: tokens.get(game) ?? '', round: randomUUID(), stake, choice }),
  )
  const results = await runBatch(tx, calls, { companions, announce: quietly.announce, log: silent, lane: 0 })
  return results.map((result, at) => {
    if ('fault' in result) throw result.fault
    return 'standing' in result ? (calls[at]?.round ?? null) : null
  })
}

/** The books say when a round really was; its pages tell the story. */
async function tellTime(tx: Tx, round: string, hoursAgo: number): Promise<void> {
  const at = sql<Date>`now() - make_interval(secs => ${hoursAgo * 3_600})`
  const times = { opened_at: at, updated_at: at }
  const closed = { ...times, closed_at: sql<Date>`case when is_closed then ${at} end` }
  await tx.updateTable('rounds_round').set(closed).where('provider', '=', 'studio').where('round', '=', round).execute()
  await tx.updateTable('rounds_play').set(times).where('round', '=', round).execute()
  await tx
    .updateTable('rounds_action')
    .set({ at })
    .where('provider', '=', 'studio')
    .where('round', '=', round)
    .execute()
}

/** A file of all of them is made like any other, once. */
async function wantFile(house: Pick<Context, 'announce'>, tx: Tx, playerId: bigint): Promise<void> {
  if ((await countExports(tx, playerId)) === 0)
    await wantExport(house, tx, { playerId, product: 'games', mode: 'real' })
}

export const pastRounds = { chooseSeed, play, tellTime, wantFile }
