import { Refusal } from '@croupier/contract/refusals'
import { sql } from 'kysely'
import type { JobContext, Tx } from '../../context.ts'
import { addNotices, lockPlayer, readProfile, readStanding, relations, subscriptions } from '../account/account.ts'
import { post } from '../mail/mail.ts'
import { isForAll, isPromotionLetter, mayTell, type PromotionLetter, type PromotionNews } from './care-rules.ts'
import { gate } from './gate.ts'
import { readPromotionsOf, untouched } from './promotions-store.ts'
import { claimLetterOfDay } from './sign-store.ts'

/**
 * News of promotions for one player, in the transaction of what it is about: told once. Who has switched promotions off
 * or is shut out hears nothing of them, and in care nothing that invites.
 */
export const tellPromotion = (
  tx: Tx,
  playerId: bigint,
  kind: PromotionNews,
  params: Record<string, string> = {},
): Promise<void> => tellPromotions(tx, kind, [{ playerId, params }])

/** The same kind of news for many: as many questions as for one. */
export async function tellPromotions(
  tx: Tx,
  kind: PromotionNews,
  news: readonly { playerId: bigint; params: Record<string, string> }[],
): Promise<void> {
  if (news.length === 0) return
  const ids = [...new Set(news.map(({ playerId }) => playerId))]
  const [switches, shut] = await Promise.all([readPromotionsOf(tx, ids), shutOut(tx, ids)])
  const told = news.filter(({ playerId }) => {
    const { isOpen, isInCare } = switches.get(playerId) ?? untouched
    return mayTell(kind, { isSwitchedOff: !isOpen, isInCare, isShut: shut.has(playerId) })
  })
  await addNotices(tx, kind, told, isPromotionLetter(kind))
}

async function shutOut(tx: Tx, ids: readonly bigint[]): Promise<Set<bigint>> {
  const { rows } = await sql<{ playerId: bigint }>`select "playerId" from ${relations.profileFacts} as facts
    where "playerId" = any(${`{${ids.join()}}`}::bigint[]) and "isShut"`.execute(tx)
  return new Set(rows.map(({ playerId }) => playerId))
}

const most = 200

type LetterContext = Pick<JobContext, 'sql' | 'begin' | 'announce' | 'i18n' | 'content' | 'config' | 'keys'>

/** Every minute: notices that leave by mail too. A mailing goes to subscribers, through the gate, at most one a day. */
export async function postPromotionLetters(ctx: LetterContext): Promise<void> {
  for (const playerId of await subscriptions.waiting.players(ctx.sql, most)) {
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      for (const { kind, params } of await subscriptions.waiting.take(tx, playerId)) {
        if (!isPromotionLetter(kind)) continue
        if (isForAll(kind)) await postToAll(ctx, tx, { playerId, kind, params })
        else await postMailing(ctx, tx, { playerId, kind, params })
      }
    })
  }
}

type Letter = { playerId: bigint; kind: PromotionLetter; params: Record<string, string> }

async function postToAll(ctx: LetterContext, tx: Tx, { playerId, kind, params }: Letter): Promise<void> {
  const { email, isEmailConfirmed, phone, isPhoneConfirmed, locale } = await readStanding(tx, playerId)
  if (email && isEmailConfirmed) await post(ctx, tx, { channel: 'email', to: email, kind, locale, params })
  else if (phone && isPhoneConfirmed) await post(ctx, tx, { channel: 'sms', to: phone, kind, locale, params })
}

/** What was not sent today is not sent tomorrow: it is old by then, and the page has it. */
async function postMailing(ctx: LetterContext, tx: Tx, { playerId, kind, params }: Letter): Promise<void> {
  const { email, isEmailConfirmed, isEmailSubscribed, locale } = await readProfile(tx, playerId)
  if (!email || !isEmailConfirmed || !isEmailSubscribed) return
  if (!(await isMailingOpen(ctx, tx, playerId))) return
  if (!(await claimLetterOfDay(tx, playerId))) return
  const unsubscribeLink = await subscriptions.link(ctx, locale, { playerId, type: 'email' })
  await post(ctx, tx, { channel: 'email', to: email, kind, locale, params: { ...params, unsubscribeLink } })
}

async function isMailingOpen({ config }: LetterContext, tx: Tx, playerId: bigint): Promise<boolean> {
  try {
    await gate(tx, { playerId, want: 'mailing', jurisdiction: config.jurisdiction })
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
