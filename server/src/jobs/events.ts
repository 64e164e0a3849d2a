import type { JobContext } from '../context.ts'
import { restoreAsked } from '../features/auth/auth.ts'
import { tellReadyLimits } from '../features/limits/limits.ts'
import { type Gateways, sendLetter } from '../features/mail/mail.ts'
import { playerRegistered } from '../features/tracking/tracking.ts'
import type { Listeners } from './jobs.ts'

export type House = JobContext & { gateways: Gateways }

/** Who hears what. Every listener is safe to run twice. */
export const listeners: Listeners<House> = {
  'mail.posted': (house, { letterId }) => sendLetter(house, house.gateways, letterId),
  'restore.asked': restoreAsked,
  'player.registered': playerRegistered,
}

/** What nobody announces, because it is the clock that says it. */
export const hourly = (house: House) => tellReadyLimits(house)
