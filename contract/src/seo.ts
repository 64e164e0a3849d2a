import { z } from 'zod'
import { fallback, image, listOf, text } from './parse.ts'

const organization = z.object({
  name: text(),
  url: text(),
  logo: image(),
  contactPoint: text(),
  sameAs: listOf(z.string()),
})

const article = z.object({
  headline: text(),
  author: text(),
  datePublished: text(),
  dateModified: text(),
  image: image(),
})

const product = z.object({
  name: text(),
  description: text(),
  image: image(),
  brand: text(),
  ratingValue: text(),
  ratingCount: text(),
})

/** What a page says about itself to machines. Every field has a default: a broken record never breaks a page. */
export const seo = z.object({
  title: text(),
  description: text(),
  robots: text(),
  canonical: text(),
  openGraph: fallback(z.object({ title: text(), description: text(), image: image(), type: text('website') }), {
    title: '',
    description: '',
    image: '',
    type: 'website',
  }),
  meta: listOf(z.object({ name: z.string().regex(/^[\w:.-]{1,80}$/), content: z.string() })),
  schemaFaq: listOf(z.object({ question: z.string(), answer: z.string() })),
  schemaArticle: fallback(article.nullable(), null),
  organization: fallback(organization.nullable(), null),
  product: fallback(product.nullable(), null),
  replacements: fallback(z.record(z.string(), z.string()), {}),
  text: text(),
})

export type Seo = z.output<typeof seo>

/** A record in the collection `seos`: it belongs to one path, or to a template such as `/game/##name##`. */
export const seoRecord = seo.extend({ url: z.string().startsWith('/') })

/** Templates for pages whose last part is a name. The order is the order of trial. */
const templates: [RegExp, string][] = [
  [/^\/game\/[^/]+$/, '/game/##name##'],
  [/^\/cashier\/deposit\/[^/]+$/, '/cashier/deposit/##name##'],
  [/^\/offers\/[^/]+$/, '/offers/##name##'],
  [/^\/jackpots\/[^/]+$/, '/jackpots/##name##'],
  [/^\/betting\/event\/\d+\/[^/]+$/, '/betting/event/##name##'],
  [/^\/betting\/rules\/[^/]+$/, '/betting/rules/##sport##'],
  [/^\/betting\/code\/[^/]+$/, '/betting/code/##code##'],
  [/^\/betting\/[^/]+\/\d+-[^/]+$/, '/betting/##sport##/##tournament##'],
  [/^\/betting\/(?!live$|today$|soon$|saved$|results$|rules$)[^/]+$/, '/betting/##sport##'],
  [/^\/promotions\/[^/]+$/, '/promotions/##name##'],
  [/^\/tournaments\/[^/]+\/gamehall$/, '/tournaments/##name##/gamehall'],
  [/^\/tournaments\/[^/]+$/, '/tournaments/##name##'],
]

export const seoTemplate = (path: string): string | null => templates.find(([form]) => form.test(path))?.[1] ?? null
