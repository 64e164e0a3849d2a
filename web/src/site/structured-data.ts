import type { Seo } from '@croupier/contract/seo'

type Block = { '@context': string; '@type': string; [key: string]: unknown }

const filled = (values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value && !(Array.isArray(value) && value.length === 0)),
  )

/** Structured data as schema.org wants it. Only what content gives; nothing is made up. */
export function structuredData(
  seo: Pick<Seo, 'organization' | 'schemaFaq' | 'schemaArticle' | 'product'>,
  { origin, fill }: { origin: string; fill: (value: string) => string },
): Block[] {
  const at = (address: string) => (address.startsWith('/') ? origin + address : address)
  const blocks: Block[] = []
  const add = (type: string, values: Record<string, unknown>) =>
    blocks.push({ '@context': 'https://schema.org', '@type': type, ...filled(values) })
  if (seo.organization) {
    const { name, url, logo, contactPoint, sameAs } = seo.organization
    add('Organization', {
      name: fill(name),
      url: url || origin,
      logo: at(logo),
      sameAs,
      contactPoint: contactPoint && { '@type': 'ContactPoint', contactType: 'customer support', email: contactPoint },
    })
  }
  if (seo.schemaFaq.length)
    add('FAQPage', {
      mainEntity: seo.schemaFaq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: fill(question),
        acceptedAnswer: { '@type': 'Answer', text: fill(answer) },
      })),
    })
  if (seo.schemaArticle) {
    const { headline, author, datePublished, dateModified, image } = seo.schemaArticle
    add('Article', {
      headline: fill(headline),
      author: author && { '@type': 'Organization', name: author },
      datePublished,
      dateModified,
      image: at(image),
    })
  }
  if (seo.product) {
    const { name, description, image, brand, ratingValue, ratingCount } = seo.product
    add('Product', {
      name: fill(name),
      description: fill(description),
      image: at(image),
      brand: brand && { '@type': 'Brand', name: brand },
      aggregateRating: ratingValue && ratingCount && { '@type': 'AggregateRating', ratingValue, ratingCount },
    })
  }
  return blocks
}

/** JSON that can stand inside a script element: no `<`, so nothing can close it. */
export const jsonLd = (value: unknown): string =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
