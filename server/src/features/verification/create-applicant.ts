import { Refusal } from '@croupier/contract/refusals'
import type { Context, Operation } from '../../context.ts'
import { keyedHash } from '../../encryption.ts'
import { readProfile } from '../account/account.ts'
import { missingIdentityFields } from './rules.ts'
import { addAction, addApplicant, readApplicant } from './store.ts'

async function refuseIfOff({ content, locale }: Pick<Context, 'content' | 'locale'>) {
  const { site } = await content.config(locale)
  if (site.features.verification) return
  throw new Refusal('InvalidParameter:VERIFICATION_OFF', { message: 'Verification is switched off on this site' })
}

export const createApplicant: Operation<'sumsub.createApplicant'> = async (ctx) => {
  const { sql, player, keys, identity, locale } = ctx
  await refuseIfOff(ctx)
  const known = await readApplicant(sql, player.id)
  if (known) return { applicant_id: known.applicantId }
  const profile = await readProfile(sql, player.id)
  const missing = missingIdentityFields(profile)
  if (missing.length > 0) {
    throw new Refusal('UserNeedProfileData', { message: 'The profile is not complete', data: { fields: missing } })
  }
  const externalUserId = keyedHash(String(player.id), 'identity', keys.documentKey.current).toString('base64url')
  const { email, phone, firstName, lastName, birthDate } = profile
  const applicant = { externalUserId, locale, email, phone, firstName, lastName, birthDate }
  // Outside of any transaction: the provider may take its time.
  const { applicantId } = await identity.createApplicant(applicant)
  await addApplicant(sql, { playerId: player.id, applicantId, externalUserId })
  return { applicant_id: (await readApplicant(sql, player.id))?.applicantId ?? applicantId }
}

/** Two players may name an action alike; at the provider the names must differ. */
const prefixOf = (externalUserId: string) => `${externalUserId.slice(0, 16)}:`

export const ownActionId = (externalUserId: string, theirs: string): string | null =>
  theirs.startsWith(prefixOf(externalUserId)) ? theirs.slice(prefixOf(externalUserId).length) : null

export const getAccessToken: Operation<'sumsub.getAccessToken'> = async (ctx, { externalActionId: actionId }) => {
  const { sql, player, identity, locale } = ctx
  await refuseIfOff(ctx)
  const known = await readApplicant(sql, player.id)
  if (!known) throw new Refusal('InvalidParameter:APPLICANT_UNKNOWN', { message: 'Call sumsub.createApplicant first' })
  const { externalUserId } = known
  const externalActionId = actionId === undefined ? null : prefixOf(externalUserId) + actionId
  const { token, url, expiresAt } = await identity.getAccess({ externalUserId, externalActionId, locale })
  if (actionId !== undefined) await addAction(sql, player.id, actionId)
  return { token, url, expires_at: expiresAt.toISOString() }
}
