import { call } from '../../api.ts'
import { keep, kept } from '../../session/browser-storage.ts'
import { origin } from '../../session/tracking.ts'
import { loadAuthConfig } from './auth-config.ts'
import { readEntry, type SignInOutcome } from './entry.ts'
import { reportError } from './failed-call.ts'
import { type Launch, mayFullscreen, readLaunch } from './messenger-launch.ts'
import { keptWishes } from './social-wishes.ts'

export { readLaunch }

const note = 'messenger'

/** Inside a messenger's own application; elsewhere it does not exist. */
type Proxy = { postEvent: (name: string, data: string) => void }

const isProxy = (value: unknown): value is Proxy =>
  typeof value === 'object' && value !== null && 'postEvent' in value && typeof value.postEvent === 'function'

function ask(name: string) {
  const proxy: unknown = Reflect.get(window, 'TelegramWebviewProxy')
  if (isProxy(proxy)) proxy.postEvent(name, '{}')
}

/** The look of the mini-app: its styles hang on this attribute. It stays for the visit, also after a reload. */
export function dress(launch: Launch | null, locale: string) {
  const theme = launch?.theme ?? kept(note, 'sessionStorage')
  const { dataset } = document.documentElement
  dataset.messenger = ''
  if (theme === 'dark' || theme === 'light') dataset.theme = theme
  if (!launch) return
  keep(note, launch.theme ?? 'yes', 'sessionStorage')
  ask('web_app_ready')
  ask('web_app_expand')
  loadAuthConfig(locale).then(
    ({ games }) => mayFullscreen(games.fullscreen, true) && ask('web_app_request_fullscreen'),
    () => undefined,
  )
}

/** A player who is signed in already has opened the mini-app anew: that is a fresh sign-in. */
export async function proveByLaunch({ payload }: Launch): Promise<void> {
  await call('account.stepUp', { payload }).catch(() => undefined)
}

/** Opens an account for a guest, or signs in the player whom the messenger names. */
export async function register(launch: Launch, isSeonEnabled: boolean): Promise<SignInOutcome> {
  const { payload, id, username, hash, language_code } = launch
  try {
    const params = {
      ...origin(isSeonEnabled),
      ...keptWishes(),
      is_tg: '1',
      payload,
      id,
      username,
      hash,
      language_code,
    } as const
    return { kind: 'in', is: await call('auth.register', params) }
  } catch (error) {
    reportError('registration_error', error)
    return readEntry(error)
  }
}
