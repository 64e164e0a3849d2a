import { createHash } from 'node:crypto'
import type { Context, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { readNow } from '../../db/db.ts'
import type { Standing } from '../../ports/standing.ts'
import { addNotice, lockPlayer, noteEvent, readStanding, setVerification } from '../account/account.ts'
import { type LetterKind, post } from '../mail/mail.ts'
import { ownActionId } from './create-applicant.ts'
import { readNotice } from './read-notice.ts'
import { type CheckState, isNewer, type Notice, showing, stateOf } from './rules.ts'
import { isNoticeSigned } from './signature.ts'
import * as store from './store.ts'

type NoticeContext = Pick<Context, 'sql' | 'begin' | 'announce' | 'i18n' | 'content' | 'config' | 'keys' | 'log'>

export type Received = 'forged' | 'unreadable' | 'ignored' | 'replayed' | 'older' | 'applied'

/** A provider whose clock runs ahead would outlast every later word. */
const mostAheadMs = 3_600_000n

/** One notice of the identity provider: proven by its signature, believed once, and never against a newer one. */
export async function receiveNotice(
  ctx: NoticeContext,
  body: Buffer,
  said: { algorithm: string; digest: string },
): Promise<Received> {
  if (!isNoticeSigned(body, said, ctx.keys.identityWebhook)) return 'forged'
  const notice = readNotice(body)
  if (!notice) return 'unreadable'
  const state = stateOf(notice)
  const applicant = await store.findApplicant(ctx.sql, notice.applicantId)
  if (!state || !applicant || !isAbout(notice, applicant)) return ignore(ctx, notice, 'not about anything known here')
  if (notice.eventAtMs > BigInt((await readNow(ctx.sql)).getTime()) + mostAheadMs) {
    return ignore(ctx, notice, 'from the future')
  }
  return ctx.begin(async (tx) => {
    await lockPlayer(tx, applicant.playerId)
    const digest = createHash('sha256').update(body).digest()
    if (!(await store.rememberNotice(tx, { ...notice, digest }))) return 'replayed'
    const isAction = notice.actionId !== null || notice.type.startsWith('applicantAction')
    return isAction
      ? applyToAction(tx, applicant, notice, state)
      : applyToPerson(ctx, tx, applicant.playerId, notice, state)
  })
}

/** The name under which we made the applicant known must be the one the notice gives. */
const isAbout = ({ externalUserId }: Notice, applicant: { externalUserId: string }) =>
  externalUserId === null || externalUserId === applicant.externalUserId

function ignore({ log }: NoticeContext, { type }: Notice, why: string): Received {
  log.warn({ type, why }, 'a notice of the identity provider has no effect')
  return 'ignored'
}

async function applyToAction(
  tx: Tx,
  { playerId, externalUserId }: { playerId: bigint; externalUserId: string },
  { actionId, eventAtMs }: Notice,
  state: CheckState,
): Promise<Received> {
  const own = actionId === null ? null : ownActionId(externalUserId, actionId)
  const known = own === null ? undefined : await store.readAction(tx, playerId, own)
  if (own === null || !known) return 'ignored'
  if (!isNewer({ state, eventAtMs }, known)) return 'older'
  await store.moveAction(tx, playerId, own, { state, eventAtMs })
  return 'applied'
}

async function applyToPerson(
  ctx: NoticeContext,
  tx: Tx,
  playerId: bigint,
  { eventAtMs, review }: Notice,
  state: CheckState,
): Promise<Received> {
  // Read again: it may have moved while we stood in line for the lock.
  const known = await store.readApplicant(tx, playerId)
  if (!known || !isNewer({ state, eventAtMs }, known)) return 'older'
  const labels = state === 'retry' || state === 'rejected' ? (review?.labels ?? []) : []
  await store.moveApplicant(tx, playerId, { state, eventAtMs, labels })
  const standing = await readStanding(tx, playerId)
  const now = showing(state, standing.isVerified)
  await setVerification(tx, playerId, now)
  if (now.isVerified !== standing.isVerified) {
    await noteEvent(tx, playerId, now.isVerified ? 'verified' : 'verificationLost', null)
  }
  if (state !== known.state) await tell(ctx, tx, standing, state, labels)
  await tellPlayer(tx, playerId, 'account')
  return 'applied'
}

const news = {
  approved: { notice: 'verified', letter: 'verified' },
  retry: { notice: 'verificationRetry', letter: 'verificationRejected' },
  rejected: { notice: 'verificationRejected', letter: 'verificationRejected' },
} as const satisfies Partial<Record<CheckState, { notice: string; letter: LetterKind }>>

/** Only outcomes are news; that the provider is looking is not. */
async function tell(
  ctx: NoticeContext,
  tx: Tx,
  standing: Standing,
  state: CheckState,
  labels: readonly string[],
): Promise<void> {
  if (state === 'created' || state === 'pending') return
  const { notice, letter } = news[state]
  await addNotice(tx, standing.playerId, notice, labels.length > 0 ? { reasons: labels.join(', ') } : {})
  const { email, isEmailConfirmed, phone, isPhoneConfirmed, locale } = standing
  if (email && isEmailConfirmed) {
    await post(ctx, tx, { channel: 'email', to: email, kind: letter, locale, params: {} })
  } else if (phone && isPhoneConfirmed) {
    await post(ctx, tx, { channel: 'sms', to: phone, kind: letter, locale, params: {} })
  }
}
