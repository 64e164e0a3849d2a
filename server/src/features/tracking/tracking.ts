import type { Operations } from '../../context.ts'
import { handleEvent } from './handle-event.ts'

export const trackingMethods = { 'events.handle': handleEvent } satisfies Partial<Operations>
