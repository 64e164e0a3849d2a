import type { QuestStep, QuestTerms } from '@croupier/contract/loyalty-terms'
import type { WireQuest } from '@croupier/contract/methods/loyalty'
import type { Context, Db, Operation, PlayerContext, Tx } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { lockPlayer, readStanding } from '../account/account.ts'
import { live, playerFacts } from '../campaigns/campaigns.ts'
import { controlOf } from '../limits/limits.ts'
import { countLaunched } from '../rounds/rounds.ts'
import { addClubNotices } from './notice-store.ts'
import { earn, lockMember } from './points.ts'
import {
  hasClientStep,
  hasRoom,
  isAwayFromGames,
  isWhole,
  judgeStep,
  type QuestFacts,
  type QuestSpan,
  type StepState,
  spanOf,
  spansToJudge,
  weekOf,
} from './quest-rules.ts'
import { addPaidQuest, readPaidQuests, readReports } from './quest-store.ts'
import { restsOfSwitches } from './review-rules.ts'
import { readClubPlayer, readSwitchesOf } from './store.ts'
import { readClubTerms } from './terms.ts'
import { clubFlags, type QuestTexts, readQuestTexts } from './texts.ts'

type LiveQuest = { sysname: string; terms: QuestTerms; firstMs: number }

/** Published quests; each began when it was published first. */
export async function readQuests(db: Db): Promise<LiveQuest[]> {
  const [rows, versions] = await Promise.all([live.quests.all(db), live.quests.versions(db)])
  return rows.flatMap(({ sysname, terms, stoppedAt, publishedAt }) =>
    stoppedAt
      ? []
      : [{ sysname, terms, firstMs: versions.find((each) => each.sysname === sysname)?.atMs ?? publishedAt.getTime() }],
  )
}

type Known = {
  nowMs: number
  quests: LiveQuest[]
  paid: Awaited<ReturnType<typeof readPaidQuests>>
  factsIn: (span: QuestSpan, steps: readonly QuestStep[]) => Promise<QuestFacts>
}

const between = (fromMs: number, toMs: number | null) => ({
  from: new Date(fromMs),
  to: toMs === null ? null : new Date(toMs),
})

/** All that decides about the quests of a player; null where the club is off for it. */
export async function readQuestState(db: Db, playerId: bigint): Promise<Known | null> {
  const [club, standing, control] = await Promise.all([
    readClubPlayer(db, playerId),
    readStanding(db, playerId),
    controlOf(db, playerId),
  ])
  if (!club.isActive || standing.isExcluded || standing.isBanned || standing.isDeleted) return null
  const [all, { facts }, reports, paid, switches, now] = await Promise.all([
    readQuests(db),
    playerFacts.read(db, playerId),
    readReports(db, playerId),
    readPaidQuests(db, playerId),
    readSwitchesOf(db, [playerId]),
    readNow(db),
  ])
  const quests = all.filter(
    ({ terms }) => playerFacts.meets(terms.conditions, facts) && (control.isReachable || isAwayFromGames(terms)),
  )
  const states = {
    hasContact: facts.hasContact,
    isProfileFilled: facts.missing.length === 0,
    isVerified: facts.isVerified,
    hasTwoFactor: standing.twoFactorMethod !== null,
    hasLimit: control.hasLimit,
    hasRealityCheck: control.hasRealityCheck,
  }
  // Reports are not taken while the club is off; games are opened all the same.
  const without = restsOfSwitches(switches.get(playerId) ?? []).map(({ fromMs, untilMs }) => between(fromMs, untilMs))
  const factsIn: Known['factsIn'] = async ({ fromMs, endsMs }, steps) => {
    const isAboutGames = steps.some(({ kind }) => kind === 'demo_games' || kind === 'games_tried')
    const stretch = { ...between(fromMs, endsMs), without }
    const games = isAboutGames ? await countLaunched(db, playerId, stretch) : { demo: 0, all: 0 }
    const told = reports.filter(({ atMs }) => atMs >= fromMs && (endsMs === null || atMs < endsMs))
    return {
      ...states,
      demoGames: games.demo,
      gamesTried: games.all,
      reports: new Set(told.map(({ event, value }) => `${event}/${value}`)),
    }
  }
  return { nowMs: now.getTime(), quests, paid, factsIn }
}

const isPaid = ({ paid }: Known, quest: string, period: string) =>
  paid.some((each) => each.quest === quest && each.period === period)

type Due = { quest: LiveQuest; period: string }

/** What is done and not paid, as far as this week has room. */
async function dueOf(known: Known): Promise<Due[]> {
  const week = weekOf(known.nowMs)
  let given = known.paid.reduce(
    (sum, { isReported, week: of, reward }) => (isReported && of === week ? sum + reward : sum),
    0,
  )
  const due: Due[] = []
  for (const quest of known.quests) {
    for (const span of spansToJudge(quest.terms, quest.firstMs, known.nowMs)) {
      if (isPaid(known, quest.sysname, span.period) || !hasRoom(quest.terms, given)) continue
      const facts = await known.factsIn(span, quest.terms.steps)
      if (!isWhole(quest.terms.steps.map((step) => judgeStep(step, facts)))) continue
      due.push({ quest, period: span.period })
      if (hasClientStep(quest.terms)) given += quest.terms.reward
    }
  }
  return due
}

export type PayQuestsContext = Pick<Context, 'sql' | 'begin' | 'announce' | 'content' | 'locale'>

/** Pays what is done, each once: looked at without a lock, decided behind it. */
export async function payQuests(ctx: PayQuestsContext, playerId: bigint): Promise<void> {
  if (!(await clubFlags(ctx)).isOn) return
  const seen = await readQuestState(ctx.sql, playerId)
  if (!seen || (await dueOf(seen)).length === 0) return
  const texts = await readQuestTexts(ctx)
  await ctx.begin((tx) => payInside(ctx, tx, playerId, texts))
}

async function payInside(
  ctx: PayQuestsContext,
  tx: Tx,
  playerId: bigint,
  texts: ReadonlyMap<string, QuestTexts>,
): Promise<void> {
  await lockPlayer(tx, playerId)
  const known = await readQuestState(tx, playerId)
  if (!known) return
  const terms = await readClubTerms(tx)
  let player = await lockMember(tx, playerId, terms)
  for (const { quest, period } of await dueOf(known)) {
    const { reward } = quest.terms
    const paid = { playerId, quest: quest.sysname, period, reward, isReported: hasClientStep(quest.terms) }
    if (!(await addPaidQuest(tx, { ...paid, week: weekOf(known.nowMs) }))) continue
    const about = { scope: 'quest', key: `quest:${quest.sysname}:${playerId}:${period}`, ref: `quest:${quest.sysname}` }
    const earning = { player, points: BigInt(reward), ...about, isTold: true }
    const [after] = await earn({ announce: ctx.announce, terms }, tx, [earning])
    player = after ?? player
    const trigger = texts.get(quest.sysname)?.trigger ?? 'quest'
    const amount = { amount: BigInt(reward), amountType: 'points' }
    const key = `quest:${quest.sysname}:${period}`
    await addClubNotices(tx, [{ playerId, key, trigger, subject: quest.sysname, isCredit: true, ...amount }])
  }
}

/** With what is done by now paid. */
export const getQuests: Operation<'loyalty.getQuests'> = async (ctx) => {
  const { sql: db, player } = ctx
  await payQuests(ctx, player.id)
  if (!(await clubFlags(ctx)).isOn) return []
  const known = await readQuestState(db, player.id)
  return known ? wireQuests(ctx, known) : []
}

const linkOf = (step: QuestStep): string | null => (step.kind === 'article_read' ? `/${step.slug}` : null)

async function wireQuests(ctx: PlayerContext, known: Known): Promise<WireQuest[]> {
  const texts = await readQuestTexts(ctx)
  const shown: (WireQuest & { position: number })[] = []
  for (const { sysname, terms, firstMs } of known.quests) {
    const words = texts.get(sysname)
    if (!words) continue
    const span = spanOf(terms, firstMs, known.nowMs)
    const isDone = isPaid(known, sysname, span.period)
    const facts = await known.factsIn(span, terms.steps)
    const states = terms.steps.map((step): { step: QuestStep; state: StepState } => ({
      step,
      state: judgeStep(step, facts),
    }))
    shown.push({
      ...{
        id: sysname,
        title: words.title,
        text: words.text,
        icon: words.icon,
        reward: terms.reward,
        period: terms.period,
      },
      ends_at: span.endsMs === null ? null : new Date(span.endsMs).toISOString(),
      // What was paid for stays done, also where a limit was taken away since.
      steps: states.map(({ step, state: { isDone: isStepDone, done, of } }) => ({
        ...{ kind: step.kind, is_done: isDone || isStepDone, done: isDone ? of : done, of, link: linkOf(step) },
      })),
      ...{ state: isDone ? 'done' : 'open', position: words.position },
    })
  }
  return shown.sort((one, other) => one.position - other.position)
}
