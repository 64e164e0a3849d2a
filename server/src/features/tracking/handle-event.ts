import { wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { isKnownPopup, keptParams } from './rules.ts'
import { addEvent } from './store.ts'

const paramsMaxBytes = 2048

export const handleEvent: Operation<'events.handle'> = async ({ sql, player, requestId }, input) => {
  const params = JSON.stringify(input.event_params)
  if (Buffer.byteLength(params) > paramsMaxBytes) {
    throw wrongField('EVENT_TOO_LARGE', 'event_params', `It takes at most ${paramsMaxBytes} bytes`)
  }
  if (!isKnownPopup(input)) throw wrongField('UNKNOWN_VALUE', 'event_params', 'The house has no dialog of that name')
  await addEvent(sql, {
    name: input.event_name,
    params: JSON.stringify(keptParams(input)),
    playerId: player?.id ?? null,
    requestId,
  })
  return null
}
