import type { Boot } from '@croupier/contract/boot'
import type { Call } from '@croupier/contract/contract'
import type { Format } from '@croupier/sportsbook/formats'
import { isFormat, oddsKey } from './odds-format.tsx'

/** How this visitor reads prices: as this browser was told, else as the account keeps it. */
export async function askOddsFormat(call: Call, { account, odds }: Pick<Boot, 'account' | 'odds'>): Promise<Format> {
  const isStored = account !== null && !account.is_payout_only && odds === null
  const stored = isStored ? await call('storage.get', { keys: oddsKey }) : null
  const chosen = odds ?? stored?.[oddsKey]
  return isFormat(chosen) ? chosen : 'decimal'
}
