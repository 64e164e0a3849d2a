import { z } from 'zod'
import { clientSteps } from '../loyalty.ts'
import { method, saved } from '../method.ts'

/** What a browser may report. A report is a hint from outside: it may be a step of a quest, and never pays money. */
export const eventNames = [
  'page_view',
  'popup_opened',
  'popup_closed',
  'banner_clicked',
  'registration_error',
  'login_error',
  'client_error',
  ...clientSteps,
] as const

export const events = {
  'events.handle': method({
    about: `Reports something the browser saw. event_params is a JSON object of at most 2 KB.`,
    verb: 'GET',
    who: 'anyone',
    hasEffect: true,
    input: z.object({
      event_name: z.enum(eventNames),
      event_params: z.record(z.string(), z.unknown()).default({}),
    }),
    output: saved,
    refuses: ['TooManyRequests', 'InvalidParameter:EVENT_TOO_LARGE', 'InvalidParameter:UNKNOWN_VALUE'],
    // A page view each: an office behind one address has many.
    limit: { points: 600, seconds: 60 },
  }),
}
