import type { AuthConfig } from './auth-config.ts'

export type RegistrationType = 'fast' | 'form' | 'social'

/** What content offers. Social alone counts only where there is a service; nothing at all means the full form. */
export function offeredTypes({ auth }: Pick<AuthConfig, 'auth'>): { type: RegistrationType; label: string }[] {
  const hasServices = auth.socialServices.length > 0
  const types = auth.types
    .map(({ __component, label }) => ({ type: __component, label }))
    .filter(({ type }) => type !== 'social' || hasServices)
  const single = types.filter(({ type }, place) => types.findIndex((each) => each.type === type) === place)
  return single.length > 0 ? single : [{ type: 'form', label: '' }]
}

/** `pt-BR`, `en-GB` …: the country a browser names, if players may come from it. An empty list allows every country. */
export function guessCountry(languages: readonly string[], allowed: readonly string[]): string {
  for (const language of languages) {
    const region = /[-_]([A-Z]{2})\b/.exec(language)?.[1]
    if (region && (allowed.length === 0 || allowed.includes(region))) return region
  }
  return ''
}
