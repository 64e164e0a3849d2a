import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { JobContext, Tx } from '../../../context.ts'
import { tellPlayer } from '../../../db/announce.ts'
import { openCards } from '../wire.ts'
import { exportHeader, exportLine } from './export-rules.ts'
import { addPart, lockExport, readLastPart, readPortion, setReady } from './export-store.ts'
import type { ExportPlace, ExportSource } from './source.ts'

/** Lines in one part, and parts in one run of the job: a run is over long before the queue takes it for dead. */
const size = { rounds: 5_000, parts: 10 }

const start: ExportPlace & { part: number } = { part: 0, at: '-infinity', provider: '', round: '' }

/**
 * Writes the next parts of a file. Each is one transaction that begins after the last round of the part before it, so a
 * process that is ended loses at most the part it was making, and two at once make no round twice.
 */
export async function makeExport(
  ctx: JobContext,
  { exportId }: { exportId: string },
  most = size,
  source: ExportSource = roundsExport,
): Promise<void> {
  for (let made = 0; made < most.parts; made++) {
    const isGoingOn = await ctx.begin((tx) => makePart(ctx, tx, { exportId, count: most.rounds, source }))
    if (!isGoingOn) return
  }
  await ctx.begin((tx) => ctx.announce(tx, 'export.wanted', { exportId }))
}

type NextPart = { exportId: string; count: number; source: ExportSource }

/** False when there is nothing left to do. */
async function makePart(ctx: JobContext, tx: Tx, { exportId, count, source }: NextPart): Promise<boolean> {
  const wish = await lockExport(tx, exportId, source.product)
  if (!wish) return false
  const { until, ...query } = wish
  const before = (await readLastPart(tx, exportId)) ?? start
  const lines = await source.lines(ctx, tx, { exportId, query, after: before, until, count })
  const texts = lines.map(({ text }) => text)
  const whole = Buffer.from([...(before.part === 0 ? [source.header] : []), ...texts].join(''))
  const part = before.part + 1
  const last = lines.at(-1)?.place ?? before
  if (whole.length > 0) {
    const bytes = await promisify(gzip)(whole)
    await addPart(tx, { exportId, part, bytes, size: whole.length, rows: lines.length, last })
  }
  if (lines.length === count) return true
  await setReady(tx, exportId)
  await tellPlayer(tx, query.playerId, 'account')
  return false
}

/** What rounds write into files. */
const roundsExport: ExportSource = {
  product: 'games',
  header: exportHeader,
  async lines(ctx, tx, { exportId, query, after, count }) {
    const rounds = await readPortion(tx, exportId, query, { after, count })
    const { defaultLocale: locale } = await ctx.i18n.locales()
    const cardOf = await openCards(
      { ...ctx, locale },
      rounds.map(({ game }) => game),
    )
    return rounds.map((round) => ({ text: exportLine(round, cardOf(round.game).name), place: round }))
  },
}
