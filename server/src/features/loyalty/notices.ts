import { type NoticeTrigger, noticeTriggers } from '@croupier/contract/loyalty'
import type { LoyaltyNotice } from '@croupier/contract/methods/loyalty'
import type { Operation, PlayerContext } from '../../context.ts'
import { controlOf } from '../limits/limits.ts'
import { markSeen, readUnseen } from './notice-store.ts'
import { readClubPlayer } from './store.ts'
import { programNow, readClubTerms } from './terms.ts'
import { clubFlags, filled, readNoticeTexts, readProductTexts, readProgramTexts, readQuestTexts } from './texts.ts'

const mostNotices = 20

const triggerOf = (word: string): NoticeTrigger => {
  const found = noticeTriggers.find((trigger) => trigger === word)
  if (!found) throw new Error('an unknown trigger is stored')
  return found
}

/** Nothing where the club is switched off; to a player in care only what came in. */
export const getNotifications: Operation<'loyalty.getnotifications'> = async (ctx) => {
  const { sql: db, player } = ctx
  if (!(await clubFlags(ctx)).isOn) return []
  const [club, { isInCare }] = await Promise.all([readClubPlayer(db, player.id), controlOf(db, player.id)])
  if (!club.isActive) return []
  const rows = await readUnseen(db, player.id, { isCreditOnly: isInCare, count: mostNotices })
  if (rows.length === 0) return []
  return wireNotices(ctx, rows, programNow(await readClubTerms(db), club.program)?.sysname ?? null)
}

type Row = Awaited<ReturnType<typeof readUnseen>>[number]

async function wireNotices(ctx: PlayerContext, rows: readonly Row[], program: string | null): Promise<LoyaltyNotice[]> {
  const [words, quests, products, programs] = await Promise.all([
    readNoticeTexts(ctx),
    readQuestTexts(ctx),
    readProductTexts(ctx),
    readProgramTexts(ctx),
  ])
  const levels = program === null ? [] : (programs.get(program)?.levels ?? [])
  const subjectOf = ({ trigger, subject }: Row) => {
    const level = trigger === 'level' ? levels.find((each) => String(each?.id) === subject) : null
    if (trigger === 'level') return { name: level?.name ?? subject, image: level?.image ?? '' }
    if (trigger === 'product')
      return { name: products.get(subject)?.title ?? subject, image: products.get(subject)?.image ?? '' }
    return { name: quests.get(subject)?.title ?? subject, image: '' }
  }
  return rows.map((row) => {
    const { name, image } = subjectOf(row)
    const said = words.find(({ trigger, state }) => trigger === row.trigger && state === row.state)
    const values = { name, amount: String(row.amount ?? ''), level: row.subject }
    return {
      id: String(row.id),
      trigger: triggerOf(row.trigger),
      type: row.isCredit ? 'credit' : 'other',
      title: filled(said?.title ?? '{name}', values),
      message: filled(said?.message ?? '', values),
      amount: String(row.amount ?? ''),
      amountType: row.amountType,
      image: image || (said?.image ?? ''),
      at: row.at.toISOString(),
    }
  })
}

export const seeNotifications: Operation<'loyalty.seeNotifications'> = async ({ sql: db, player }, { ids }) => {
  await markSeen(db, player.id, ids.split(',').map(BigInt))
  return null
}
