import type { SiteConfig } from '@croupier/contract/content'

/** What a messenger writes into the address of its mini-app. Only `payload` proves anything, and only to the server. */
export type Launch = {
  payload: string
  id: string
  username: string
  hash: string
  language_code: string
  theme: 'dark' | 'light' | null
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function readJson(text: string | null): Record<string, unknown> {
  try {
    const read: unknown = JSON.parse(text ?? '')
    return typeof read === 'object' && read !== null ? { ...read } : {}
  } catch {
    return {}
  }
}

/** `#rrggbb` is dark when it reflects less than half of the light. */
function themeOf(colour: unknown): Launch['theme'] {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(textOf(colour))
  if (!found) return null
  const [red = 0, green = 0, blue = 0] = found.slice(1).map((part) => Number.parseInt(part, 16))
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? 'dark' : 'light'
}

export function readLaunch(hash: string): Launch | null {
  const params = new URLSearchParams(hash.replace(/^#/, ''))
  const payload = params.get('tgWebAppData')
  if (!payload) return null
  const signed = new URLSearchParams(payload)
  const user = readJson(signed.get('user'))
  return {
    payload,
    id: textOf(user.id),
    username: textOf(user.username),
    hash: signed.get('hash') ?? '',
    language_code: textOf(user.language_code),
    theme: themeOf(readJson(params.get('tgWebAppThemeParams')).bg_color),
  }
}

/** Where the whole screen may be filled: everywhere, in mini-apps only, on the site itself only, nowhere. */
export function mayFullscreen(rule: SiteConfig['games']['fullscreen'], isMessenger: boolean): boolean {
  if (rule === 'all') return true
  if (rule === 'none') return false
  return isMessenger === (rule === 'telegram')
}
