import type { JobContext, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import type { Happenings } from '../../happenings.ts'
import { addNotice, lockPlayer, readProfile, registration } from '../account/account.ts'
import { activateCode, CodeRefused } from './activate.ts'
import { markCodeTried } from './claim-store.ts'
import { type FoundCode, findCode, maskCode } from './find-code.ts'

/** The code that was named at the registration is redeemed once. That it gives nothing takes nothing from the account. */
export async function activateRegistrationCode(
  ctx: Pick<JobContext, 'sql' | 'begin' | 'content' | 'config' | 'keys' | 'announce'>,
  { playerId: text }: Happenings['player.registered'],
): Promise<void> {
  const playerId = BigInt(text)
  const { promoCode, locale } = await readProfile(ctx.sql, playerId)
  if (promoCode === '') return
  try {
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      if (!(await markCodeTried(tx, playerId))) return
      const found = await findCode({ ...ctx, sql: tx, locale }, promoCode)
      // A code that stands for nothing yet has nothing to say.
      if (found?.standing === 'open' && !found.row) return
      const { offer } = await activateCode({ ...ctx, isPresent: true }, tx, playerId, found)
      const code = await keepCode(tx, playerId, { text: promoCode, found })
      await addNotice(tx, playerId, 'promoActivated', { code, offer: offer.sysname })
    })
  } catch (error) {
    if (!(error instanceof CodeRefused)) throw error
    await ctx.begin(async (tx) => {
      await lockPlayer(tx, playerId)
      if (!(await markCodeTried(tx, playerId))) return
      const found = await findCode({ ...ctx, sql: tx, locale }, promoCode)
      const code = await keepCode(tx, playerId, { text: promoCode, found })
      await addNotice(tx, playerId, 'promoFailed', { code, reason: error.code })
      // The page that waits for it looks for its notice; a code that was taken has said so itself.
      await tellPlayer(tx, playerId, 'bonuses')
    })
  }
}

/** A single code is needed no longer once it was tried: only its last letters stay, wherever it is kept. */
async function keepCode(tx: Tx, playerId: bigint, { text, found }: { text: string; found: FoundCode | null }) {
  if (found?.row?.kind !== 'single') return text
  const masked = maskCode(found.row.tail ?? '')
  await registration.setPromoCode(tx, playerId, masked)
  return masked
}
