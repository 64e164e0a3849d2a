import type { WirePopup } from '@croupier/contract/methods/popups'
import { flagOr, image, link, listOf, text } from '@croupier/contract/parse'
import type { PopupFrequency } from '@croupier/contract/popups'
import { offerConditions } from '@croupier/contract/promotion-terms'
import { richText } from '@croupier/contract/rich-text'
import { z } from 'zod'
import type { Context } from '../../context.ts'

const frequency: z.ZodType<PopupFrequency> = z.union([
  z.enum(['once', 'daily', 'weekly']),
  z.object({ times: z.number().int().min(1).max(1_000) }),
])

const moment = z
  .union([z.literal(''), z.string().refine((written) => !Number.isNaN(Date.parse(written)))])
  .default('')
  .transform((written) => (written === '' ? null : new Date(written)))

const button = z
  .object({ label: z.string().min(1), url: link() })
  .nullish()
  .catch(null)
  .transform((made) => (made?.url ? made : null))

/** Whom it is for and how often is never guessed: a record in which that cannot be read is left out. */
const popupRecord = z.object({
  sysname: z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/),
  title: z.string().min(1),
  text: richText,
  terms: text(),
  image_360_520: image(),
  button,
  campaign: text(),
  conditions: offerConditions.default({}),
  frequency: frequency.default('once'),
  routes: z.object({ only: listOf(z.string()), except: listOf(z.string()) }).default({ only: [], except: [] }),
  /** Only editors know it: what is short could be guessed and opens nothing. */
  preview_key: z.string().min(16).max(80).nullish().catch(null),
  is_closable: flagOr(true),
  is_draft: flagOr(),
  position: z.number().catch(0),
  startsAt: moment,
  endsAt: moment,
})
export type PopupRecord = z.output<typeof popupRecord>

/** In the order of the editors. */
export async function readPopups({ content, locale }: Pick<Context, 'content' | 'locale'>): Promise<PopupRecord[]> {
  const records = await content.collection('popups', locale)
  return records
    .flatMap((record) => popupRecord.safeParse(record).data ?? [])
    .toSorted((one, other) => one.position - other.position || (one.sysname < other.sysname ? -1 : 1))
}

export const wirePopup = ({ sysname, campaign, routes, ...popup }: PopupRecord): WirePopup => ({
  id: sysname,
  campaign: campaign || null,
  title: popup.title,
  text: popup.text,
  image_360_520: popup.image_360_520,
  button: popup.button,
  is_closable: popup.is_closable,
  terms: popup.terms,
  routes,
})
