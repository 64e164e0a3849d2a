import type { PlayerContext } from '../../context.ts'
import { readDevices } from './device-store.ts'
import * as store from './store.ts'
import { countRecoveryCodes } from './two-factor-store.ts'

/** How the player signs in, for the player. Hashes and secrets are not knowledge about a person, and stay. */
export async function exportSignIn({ sql, player }: Pick<PlayerContext, 'sql' | 'player'>) {
  const { id: playerId, standing } = player
  const sessions = await store.readSessions(sql, playerId)
  return {
    has_password: standing.hasPassword,
    two_factor_method: standing.twoFactorMethod,
    recovery_codes_left: await countRecoveryCodes(sql, playerId),
    services: await store.readSocial(sql, playerId),
    devices: await readDevices(sql, playerId),
    sessions: sessions.map(({ id, ...session }) => ({ id: Number(id), ...session })),
  }
}
