import { wholeFraudSession } from '@croupier/contract/fraud-session'
import { forget, keep } from '../../session/browser-storage.ts'
import { ask, canAsk } from './chat-window.ts'
import { readScript } from './read-script.ts'

const note = 'seon_session'

/** Asks the agent of the fraud check for its session, which then goes along with hits and a registration. */
export async function openSeon(script: string): Promise<void> {
  await readScript(script)
  if (!canAsk('seon.getSession')) throw new Error('the agent of the fraud check is not there')
  await ask('seon.init')
  const session = await ask('seon.getSession', { geolocation: { canPrompt: false }, silentMode: true })
  const whole = wholeFraudSession(session)
  if (whole !== '') keep(note, whole)
}

export const forgetSeon = (): void => forget(note)
