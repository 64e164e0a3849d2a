import type { Config } from '../../../config.ts'
import type { Keys, Secrets } from '../../../secrets.ts'

/** Who may speak to the wallet, and the secret each of them signs with. Names are part of scopes and purses for ever. */
export function gameProviders(config: Pick<Config, 'isSandboxOn'>, secrets: Secrets): ReadonlyMap<string, Keys> {
  const providers = new Map<string, Keys>()
  if (config.isSandboxOn) providers.set('sample', secrets.gameSample)
  return providers
}
