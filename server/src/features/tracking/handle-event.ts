import { Refusal } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { addEvent } from './store.ts'

const paramsMaxBytes = 2048

export const handleEvent: Operation<'events.handle'> = async ({ sql, player, requestId }, input) => {
  const params = JSON.stringify(input.event_params)
  if (Buffer.byteLength(params) > paramsMaxBytes) {
    throw new Refusal('InvalidParameter:EVENT_TOO_LARGE', {
      message: `event_params takes at most ${paramsMaxBytes} bytes`,
      fields: { event_params: ['EVENT_TOO_LARGE'] },
    })
  }
  await addEvent(sql, { name: input.event_name, params, playerId: player?.id ?? null, requestId })
  return null
}
