import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { JobContext, Tx } from '../../../context.ts'
import { tellPlayer } from '../../../db/announce.ts'
import { exportHeader, exportLine } from './export-rules.ts'
import { addPart, lockExport, type Place, readLastPart, readPortion, setReady } from './export-store.ts'
import { openCards } from './game-cards.ts'

/** Rounds in one part, and parts in one run of the job: a run is over long before the queue takes it for dead. */
const size = { rounds: 5_000, parts: 10 }

const start: Place & { part: number } = { part: 0, at: '-infinity', provider: '', round: '' }

/**
 * Writes the next parts of a file. Each is one transaction that begins after the last round of the part before it, so a
 * process that is ended loses at most the part it was making, and two at once make no round twice.
 */
export async function makeExport(ctx: JobContext, { exportId }: { exportId: string }, most = size): Promise<void> {
  for (let made = 0; made < most.parts; made++) {
    const isGoingOn = await ctx.begin((tx) => makePart(ctx, tx, exportId, most.rounds))
    if (!isGoingOn) return
  }
  await ctx.begin((tx) => ctx.announce(tx, 'export.wanted', { exportId }))
}

/** False when there is nothing left to do. */
async function makePart(ctx: JobContext, tx: Tx, exportId: string, count: number): Promise<boolean> {
  const wish = await lockExport(tx, exportId)
  if (!wish) return false
  const before = (await readLastPart(tx, exportId)) ?? start
  const rounds = await readPortion(tx, exportId, wish, { after: before, count })
  const { defaultLocale: locale } = await ctx.i18n.locales()
  const cardOf = await openCards(
    { ...ctx, locale },
    rounds.map(({ game }) => game),
  )
  const lines = rounds.map((round) => exportLine(round, cardOf(round.game).name))
  const text = Buffer.from([...(before.part === 0 ? [exportHeader] : []), ...lines].join(''))
  const part = before.part + 1
  const last = rounds.at(-1) ?? before
  if (text.length > 0) {
    const bytes = await promisify(gzip)(text)
    await addPart(tx, { exportId, part, bytes, size: text.length, rows: rounds.length, last })
  }
  if (rounds.length === count) return true
  await setReady(tx, exportId)
  await tellPlayer(tx, wish.playerId, 'account')
  return false
}
