import { z } from 'zod'
import { page, promoCode, redirect } from './content.ts'
import { flagOr, image, link, listOf, text } from './parse.ts'
import type { PopupFrequency } from './popups.ts'
import { offerConditions } from './promotion-terms.ts'
import { richText } from './rich-text.ts'
import { seo, seoRecord } from './seo.ts'

/** Records of the collections, as editors write them: the words, and beside them the part that the operator publishes. */

const place = z.number().catch(0)
/** Parsed where it is published, and nowhere else. */
const terms = z.record(z.string(), z.unknown()).optional()
const named = { sysname: z.string(), title: text() }

export const bannerRecord = z.object({
  label: text(),
  value: text(),
  addition: text(),
  banner_type: text(),
  isExist: flagOr(true),
  /** The campaign that it invites to. */
  campaign: text(),
  image_735_240: image(),
  image_360_520: image(),
  description: z.object({
    position: z.union([z.string(), z.number()]).transform(String).catch(''),
    button: text(),
    url: link(),
    terms: text(),
  }),
})

const frequency: z.ZodType<PopupFrequency> = z.union([
  z.enum(['once', 'daily', 'weekly']),
  z.object({ times: z.number().int().min(1).max(1_000) }),
])

const moment = z
  .union([z.literal(''), z.string().refine((written) => !Number.isNaN(Date.parse(written)))])
  .default('')
  .transform((written) => (written === '' ? null : new Date(written)))
  .meta({ written: 'moment' })

const button = z
  .object({ label: z.string().min(1), url: link() })
  .nullish()
  .catch(null)
  .transform((made) => (made?.url ? made : null))

/** Whom it is for and how often is never guessed: a record in which that cannot be read is left out. */
export const popupRecord = z.object({
  sysname: z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/),
  title: z.string().min(1),
  text: richText,
  terms: text(),
  image_360_520: image(),
  button,
  campaign: text(),
  conditions: offerConditions.default({}).meta({ written: 'json' }),
  frequency: frequency.default('once').meta({ written: 'json' }),
  routes: z.object({ only: listOf(z.string()), except: listOf(z.string()) }).default({ only: [], except: [] }),
  /** Only editors know it: what is short could be guessed and opens nothing. */
  preview_key: z.string().min(16).max(80).nullish().catch(null),
  is_closable: flagOr(true),
  is_draft: flagOr(),
  position: place,
  startsAt: moment,
  endsAt: moment,
})
export type PopupRecord = z.output<typeof popupRecord>

const offerWords = z.object({
  ...named,
  text: text(),
  terms_text: text(),
  image_735_240: image(),
  image_360_240: image(),
  facts: listOf(z.object({ label: z.string(), value: z.string() })),
})

export const campaignRecord = offerWords.omit({ facts: true }).extend({
  is_public: flagOr(),
  position: place,
  offers: listOf(offerWords),
  terms,
})

export const programRecord = z.object({
  ...named,
  text: text(),
  is_public: flagOr(true),
  levels: listOf(z.object({ id: z.number(), name: text(), image: image(), benefits: listOf(z.string()) })),
  terms,
})

export const productRecord = z.object({ ...named, text: text(), image: image(), position: place, terms })

export const questRecord = z.object({
  ...named,
  text: text(),
  icon: text(),
  position: place,
  trigger: z.enum(['quest', 'register', 'profile', 'confirm']).catch('quest'),
  terms,
})

export const noticeRecord = z.object({
  trigger: z.string(),
  state: text(),
  title: text(),
  message: text(),
  image: image(),
})

const tournamentRecord = z.object({
  ...named,
  text: text(),
  rules: text(),
  image_735_240: image(),
  image_360_240: image(),
  tags: listOf(z.string()),
  terms,
})

/** Every collection by its name. */
export const records = {
  pages: page,
  banners: bannerRecord,
  seos: seoRecord,
  'domain-seo-settings': seo.extend({ host: text() }),
  redirects: redirect,
  popups: popupRecord,
  'promo-codes': promoCode.extend({ terms }),
  cashbacks: z.object({ ...named, text: text(), terms }),
  tournaments: tournamentRecord,
  'bonus-templates': z.object({ ...named, text: text(), terms_text: text(), terms }),
  'spin-templates': z.object({ ...named, terms }),
  'betting-templates': z.object({ ...named, terms }),
  campaigns: campaignRecord,
  'loyalty-programs': programRecord,
  'loyalty-products': productRecord,
  'loyalty-notices': noticeRecord,
  quests: questRecord,
} as const
