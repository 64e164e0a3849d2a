import { Refusal, refusals } from '@croupier/contract/refusals'
import { call } from '../../api.ts'

/** Tells the house that a way in failed, with the code of the error. Nobody waits for it. */
export function reportError(event: 'login_error' | 'registration_error', error: unknown) {
  if (!Refusal.is(error)) return
  const { type, reason } = error
  const event_params = { code: refusals[type].code, ...(reason && { reason }) }
  call('events.handle', { event_name: event, event_params }).catch(() => undefined)
}
