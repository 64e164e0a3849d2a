import { z } from 'zod'
import { method, saved } from '../method.ts'

/** What a browser may report. A report is a hint from outside: it never pays. */
export const eventNames = [
  'page_view',
  'popup_opened',
  'popup_closed',
  'banner_clicked',
  'registration_error',
  'login_error',
  'client_error',
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
    refuses: ['TooManyRequests', 'InvalidParameter:EVENT_TOO_LARGE'],
    limit: { points: 60, seconds: 60 },
  }),
}
