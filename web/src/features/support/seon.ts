import { forget, keep } from '../../session/browser-storage.ts'
import { ask, canAsk } from './chat-window.ts'
import { readScript } from './read-script.ts'

const note = 'seon_session'
/** Longer than a session of the agent ever is. */
const longest = 20_000

/** Asks the agent of the fraud check for its session, which then goes along with hits and a registration. */
export async function openSeon(script: string): Promise<void> {
  await readScript(script)
  if (!canAsk('seon.getSession')) throw new Error('the agent of the fraud check is not there')
  await ask('seon.init')
  const session = await ask('seon.getSession', { geolocation: { canPrompt: false }, silentMode: true })
  if (typeof session === 'string' && session !== '') keep(note, session.slice(0, longest))
}

export const forgetSeon = (): void => forget(note)
