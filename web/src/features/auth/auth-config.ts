import type { SiteConfig } from '@croupier/contract/content'
import { logProblem } from '../../ui/log-problem.ts'

export type AuthConfig = Pick<SiteConfig, 'auth' | 'forms' | 'site' | 'common' | 'games'>

const asked = new Map<string, Promise<AuthConfig>>()

/** Content for the popup. Pages do not carry it; it is asked for when the popup opens, and once per locale and page load. */
export function loadAuthConfig(locale: string): Promise<AuthConfig> {
  const known = asked.get(locale)
  if (known) return known
  const asking = fetchConfig(locale)
  asked.set(locale, asking)
  asking.catch((error: unknown) => {
    asked.delete(locale)
    logProblem('cms-config', error)
  })
  return asking
}

async function fetchConfig(locale: string): Promise<AuthConfig> {
  const answer = await fetch(`/nfx/cms-config/${locale}`, { signal: AbortSignal.timeout(20_000) })
  if (!answer.ok) throw new Error(`content configuration: status ${answer.status}`)
  return answer.json()
}
