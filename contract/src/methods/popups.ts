import { z } from 'zod'
import { method } from '../method.ts'

const inline = z.object({
  text: z.string(),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  href: z.string().optional(),
})
const inlines = z.array(inline)
const block = z.union([
  z.object({ kind: z.enum(['paragraph', 'quote', 'code']), inlines }),
  z.object({ kind: z.literal('image'), src: z.string(), alt: z.string() }),
  z.object({ kind: z.literal('heading'), level: z.union([z.literal(2), z.literal(3)]), inlines }),
  z.object({ kind: z.literal('list'), isOrdered: z.boolean(), items: z.array(inlines) }),
])

const popup = z.object({
  id: z.string(),
  campaign: z.string().nullable(),
  title: z.string(),
  /** Rich text as blocks: data, never markup. */
  text: z.array(block),
  image_360_520: z.string(),
  button: z.object({ label: z.string(), url: z.string() }).nullable(),
  is_closable: z.boolean(),
  terms: z.string(),
  /** Paths where it may stand, and where it may not; `/offers/*` is everything below. */
  routes: z.object({ only: z.array(z.string()), except: z.array(z.string()) }),
})
export type WirePopup = z.output<typeof popup>

export const popups = {
  'popups.get': method({
    about:
      'The campaign popup that this player should see on this page, at most one; another session of the player gets none for a minute. With a preview key, that one for anyone.',
    verb: 'GET',
    who: 'anyone',
    hasEffect: true,
    input: z.object({ path: z.string().max(500).default('/'), preview: z.string().max(80).optional() }),
    output: popup.nullable(),
    refuses: ['TooManyRequests'],
    limit: { points: 60, seconds: 60 },
  }),
}
