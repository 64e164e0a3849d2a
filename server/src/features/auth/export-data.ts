import type { Operation } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { exportOf as exportAccount, noteEvent } from '../account/account.ts'
import { exportOf as exportGames } from '../games/games.ts'
import { exportOf as exportLimits } from '../limits/limits.ts'
import { exportOf as exportTracking } from '../tracking/tracking.ts'
import { exportOf as exportVerification } from '../verification/verification.ts'
import { readDevices } from './device-store.ts'
import { stepUp } from './step-up.ts'
import * as store from './store.ts'
import { countRecoveryCodes } from './two-factor-store.ts'

/** Everything the house knows of a player. Hashes and secrets are not knowledge about a person, and stay. */
export const exportData: Operation<'account.exportData'> = async (ctx, { password }) => {
  const { id: playerId, standing } = ctx.player
  await stepUp(ctx, password)
  await noteEvent(ctx.sql, playerId, 'dataExported', ctx.visitor)
  const sessions = await store.readSessions(ctx.sql, playerId)
  return {
    exported_at: (await readNow(ctx.sql)).toISOString(),
    ...(await exportAccount(ctx, playerId)),
    limits: await exportLimits(ctx.sql, playerId),
    verification: await exportVerification(ctx.sql, playerId),
    tracking: await exportTracking(ctx, playerId),
    games: await exportGames(ctx, playerId),
    sign_in: {
      has_password: standing.hasPassword,
      two_factor_method: standing.twoFactorMethod,
      recovery_codes_left: await countRecoveryCodes(ctx.sql, playerId),
      services: await store.readSocial(ctx.sql, playerId),
      devices: await readDevices(ctx.sql, playerId),
      sessions: sessions.map(({ id, ...session }) => ({ id: Number(id), ...session })),
    },
  }
}
