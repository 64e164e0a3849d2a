import type { Config } from './config.ts'
import { openSocialClients, readSocialSettings, type SocialClients } from './features/auth/auth.ts'
import { providerFetch } from './http/provider-fetch.ts'
import { sandboxClient, sandboxDetour } from './sandbox/social.ts'
import type { Secrets } from './secrets.ts'

/** Real services by their settings; while the sandbox is on it stands in for the others. */
export function openSocial({ config, secrets }: { config: Config; secrets: Secrets }): SocialClients {
  const detour = config.isSandboxOn ? sandboxDetour(config) : null
  return openSocialClients({
    settings: readSocialSettings(config.secretsDir),
    standIn: config.isSandboxOn ? sandboxClient({ config, keys: secrets }) : null,
    fetchFor: (issuer) => providerFetch(issuer, issuer === detour?.from ? detour : null),
  })
}
