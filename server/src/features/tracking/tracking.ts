import type { Operations } from '../../context.ts'
import { handleEvent } from './handle-event.ts'

export { exportTracking } from './export.ts'
export { playerRegistered } from './player-registered.ts'
export { readHit } from './rules.ts'
export { addHit, type Hit } from './store.ts'

export const trackingMethods = { 'events.handle': handleEvent } satisfies Partial<Operations>
