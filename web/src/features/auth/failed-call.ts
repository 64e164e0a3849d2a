import { Refusal, refusals } from '@croupier/contract/refusals'
import { call } from '../../api.ts'
import { closeAll } from '../../dialogs/dialogs.ts'
import { fatalOf } from '../../fatal.ts'

/** A ban or a closed house replaces the page: no popup stays above it. */
export function closeIfFatal(error: unknown) {
  if (Refusal.is(error) && fatalOf(error)) closeAll()
}

/** Tells the house that a way in failed, with the code of the error. Nobody waits for it. */
export function reportError(event: 'login_error' | 'registration_error', error: unknown) {
  if (!Refusal.is(error)) return
  const { type, reason } = error
  const event_params = { code: refusals[type].code, ...(reason && { reason }) }
  call('events.handle', { event_name: event, event_params }).catch(() => undefined)
}
