import type { ProgramTerms } from '@croupier/contract/loyalty-terms'
import type { Db, Tx } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { shutOut } from '../limits/limits.ts'
import { addClubNotices } from './notice-store.ts'
import { announceLevels, lockMembers } from './points.ts'
import { isResting, levelReviewed, type RestTime, restsOfSwitches, reviewAt } from './review-rules.ts'
import {
  beginReviews,
  dueReviews,
  endReviews,
  type ReviewPeriod,
  readReviews,
  writeReviewPeriods,
} from './review-store.ts'
import { experienceOf, inForce, onePoint } from './rules.ts'
import { type ClubPlayer, readSwitchesOf, writeClubPlayers } from './store.ts'
import { type ClubTerms, readClubTerms } from './terms.ts'
import { type PointsContext, workInPoints } from './work-in.ts'

const atOnce = 200
const dayMs = 86_400_000

type Reviewed = ProgramTerms & { review_months: number }

/** The programme as it is in force now, where it has reviews. */
export function reviewsOf({ programs }: ClubTerms, sysname: string | null, nowMs: number): Reviewed | null {
  const program = sysname === null ? null : inForce(programs.get(sysname) ?? [], nowMs)
  return program?.review_months === undefined ? null : { ...program, review_months: program.review_months }
}

/** Looks at levels whose period is over. Whatever is in the ledger by then is counted first. Safe on two nodes, and twice. */
export async function reviewLevels(ctx: PointsContext): Promise<void> {
  const [terms, now] = await Promise.all([readClubTerms(ctx.sql), readNow(ctx.sql)])
  const reviewed = [...terms.programs.keys()].flatMap((sysname) => {
    const program = reviewsOf(terms, sysname, now.getTime())
    return program ? [{ program: sysname, months: program.review_months }] : []
  })
  await endReviews(
    ctx.sql,
    reviewed.map(({ program }) => program),
  )
  for (const each of reviewed) {
    const begin = () => ctx.begin((tx) => beginReviews(tx, { ...each, onePoint, count: atOnce }))
    for (let begun = atOnce; begun === atOnce; ) begun = await begin()
  }
  for (let last = 0n; ; ) {
    const due = await dueReviews(ctx.sql, { after: last, count: atOnce })
    const [end] = due.slice(-1)
    if (end === undefined) return
    await workInPoints(ctx, due)
    await ctx.begin((tx) => reviewInside(ctx, tx, due))
    last = end
  }
}

/** When a player's clock stood still. */
export async function restsOf(db: Db, playerId: bigint): Promise<RestTime[]> {
  const [shut, switches] = await Promise.all([shutOut.times(db, playerId), readSwitchesOf(db, [playerId])])
  return [
    ...shut.map(({ from, until }) => ({ fromMs: from.getTime(), untilMs: until?.getTime() ?? null })),
    ...restsOfSwitches(switches.get(playerId) ?? []),
  ]
}

async function reviewInside(ctx: PointsContext, tx: Tx, playerIds: readonly bigint[]): Promise<void> {
  const terms = await readClubTerms(tx)
  const players = await lockMembers(tx, playerIds, terms)
  // Behind the locks: another node may have been here.
  const periods = new Map((await readReviews(tx, playerIds)).map((period) => [period.playerId, period]))
  const nowMs = (await readNow(tx)).getTime()
  const next: ReviewPeriod[] = []
  const lowered: ClubPlayer[] = []
  for (const player of players) {
    const period = periods.get(player.playerId)
    const program = reviewsOf(terms, player.program, nowMs)
    if (!period || period.atMs > nowMs || !program) continue
    const judged = judge(player, period, { program, rests: await restsOf(tx, player.playerId), nowMs })
    next.push(judged.period)
    if (judged.level < player.level) lowered.push({ ...player, level: judged.level, levelNo: player.levelNo + 1 })
  }
  await writeReviewPeriods(tx, next)
  await writeClubPlayers(tx, lowered)
  await addClubNotices(
    tx,
    lowered.map(({ playerId, level, levelNo }) => ({
      ...{ playerId, key: `review:${levelNo}`, trigger: 'level', subject: String(level), state: 'lowered' },
      isCredit: false,
    })),
  )
  await announceLevels(ctx.announce, tx, lowered)
}

type Review = { program: Reviewed; rests: readonly RestTime[]; nowMs: number }

/** The next period begins when it is looked at, so that a house that stood still takes no level for that. */
function judge(player: ClubPlayer, period: ReviewPeriod, { program, rests, nowMs }: Review) {
  const { playerId, level, earned, rest } = player
  const dueMs = reviewAt(period.fromMs, program.review_months, rests, nowMs)
  const later = isResting(rests, nowMs) ? Math.max(dueMs, nowMs + dayMs) : dueMs
  if (later > nowMs) return { level, period: { ...period, atMs: later } }
  const experience = experienceOf(earned, rest)
  return {
    level: levelReviewed(program.levels, level, experience - period.base),
    period: { playerId, fromMs: nowMs, base: experience, atMs: reviewAt(nowMs, program.review_months, [], nowMs) },
  }
}
