import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { JobContext } from '../../context.ts'
import { playerChannel } from '../../db/announce.ts'
import type { Listener } from '../../db/listener.ts'
import { parseJson } from '../../parse-json.ts'
import { ledgerLines } from '../wallet/wallet.ts'
import { letLeaseGo, playersBehind, takeLease } from './feed-store.ts'
import { payQuests } from './quests.ts'
import { type FeedContext, workIn } from './work-in.ts'

type QuestContext = Pick<JobContext, 'content' | 'i18n'>

/** Names are collected for so long, then all of them are worked in with a few questions. */
const collectMs = 1_000
/** So long after the last beat another node goes on. */
const silenceMs = 1_500
const sweepMs = 300_000
const leaseName = 'feed'
const atOnce = 200

/** All whose purses are further than their cursors: a notice that was lost delays, it loses nothing. */
export async function sweepPoints(ctx: FeedContext): Promise<void> {
  for (let after = 0n; ; ) {
    const players = await playersBehind(ctx.sql, ledgerLines.mainPurseRelation, { after, count: atOnce })
    const last = players.at(-1)
    if (last === undefined) return
    await workIn(ctx, players)
    after = last
  }
}

/** Of those whose notice is lost it is found out when they look. */
async function payChanged(ctx: FeedContext & QuestContext, playerIds: readonly bigint[]): Promise<void> {
  if (playerIds.length === 0) return
  const { defaultLocale: locale } = await ctx.i18n.locales()
  for (const playerId of playerIds) await payQuests({ ...ctx, locale }, playerId)
}

const notice = z.object({ playerIds: z.array(z.string().regex(/^\d+$/).transform(BigInt)), topic: z.string() })

/**
 * Reads the ledger after the stakes, so that no stake waits for it. Every node collects names, one works; when it falls
 * silent the next one begins with a sweep.
 */
export async function openPointsFeed(ctx: FeedContext & QuestContext, listener: Listener | null) {
  const node = randomUUID()
  const ending = new AbortController()
  let names = new Set<bigint>()
  /** Players whose account changed: a step of a quest may be done. */
  let changed = new Set<bigint>()
  let sweepAt = 0
  let isHolder = false

  const unlisten = await listener?.listen(playerChannel, {
    onNotice(payload) {
      const read = notice.safeParse(parseJson(payload))
      if (!read.success) return
      const { topic, playerIds } = read.data
      if (topic === 'balance') for (const id of playerIds) names.add(id)
      if (topic === 'account') for (const id of playerIds) changed.add(id)
    },
    onConnect() {
      sweepAt = 0
    },
  })

  async function turn() {
    const wasHolder = isHolder
    isHolder = await takeLease(ctx.sql, leaseName, node, silenceMs)
    const [named, asked] = [[...names], [...changed]]
    names = new Set()
    changed = new Set()
    if (!isHolder) return
    await payChanged(ctx, asked)
    if (!wasHolder || performance.now() >= sweepAt) {
      await sweepPoints(ctx)
      sweepAt = performance.now() + sweepMs
      return
    }
    for (let from = 0; from < named.length; from += atOnce) {
      await takeLease(ctx.sql, leaseName, node, silenceMs)
      await workIn(ctx, named.slice(from, from + atOnce))
    }
  }

  async function run() {
    while (!ending.signal.aborted) {
      await turn().catch((error: unknown) => {
        // Whose names were taken is not known any more, so all are looked at.
        sweepAt = 0
        ctx.log.warn(
          { fault: error instanceof Error ? error.message : 'unknown' },
          'the feed of points could not go on',
        )
      })
      await sleep(collectMs, undefined, { signal: ending.signal, ref: false }).catch(() => {})
    }
  }

  const working = run()
  return {
    async close() {
      ending.abort()
      await working
      await unlisten?.()
      await letLeaseGo(ctx.sql, leaseName, node).catch(() => {})
    },
  }
}
