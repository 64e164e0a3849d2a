import { Refusal } from '@croupier/contract/refusals'
import { closeAll } from '../../dialogs/dialogs.ts'
import { fatalOf } from '../../fatal.ts'

/** A ban or a closed house replaces the page: no popup stays above it. */
export function closeIfFatal(error: unknown) {
  if (Refusal.is(error) && fatalOf(error)) closeAll()
}
