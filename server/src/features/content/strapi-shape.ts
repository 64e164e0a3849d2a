const deepest = 40

/**
 * Strapi's answers as plain records: `attributes` and `data` wrappers go (Strapi 4),
 * pictures become their address (4 and 5).
 */
export function flatten(value: unknown, base: string, depth = 0): unknown {
  if (depth > deepest) return null
  if (Array.isArray(value)) return value.map((item) => flatten(item, base, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  if ('mime' in value && 'url' in value && typeof value.url === 'string') return absolute(value.url, base)
  const keys = Object.keys(value)
  if ('data' in value && keys.every((key) => key === 'data' || key === 'meta'))
    return flatten(value.data, base, depth + 1)
  if (
    'attributes' in value &&
    typeof value.attributes === 'object' &&
    keys.every((key) => key === 'id' || key === 'attributes')
  )
    return flatten({ ...('id' in value && { id: value.id }), ...value.attributes }, base, depth + 1)
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, flatten(item, base, depth + 1)]))
}

const absolute = (url: string, base: string): string => URL.parse(url, base)?.href ?? ''

/** Components and pictures of each content type. Strapi sends only those it is asked for. */
const parts: Record<string, readonly string[]> = {
  site: ['brand', 'helplines', 'features'],
  common: [
    'menuLinks.links',
    'profileLinks',
    'mobileBottomMenu',
    'footerLinks.links',
    'userMenuLinks',
    'socialItemsList.image',
    'paymentMethods.image',
    'confirmHint',
    'offers',
    'ratingSites.image',
    'customCode',
  ],
  home: ['chips', 'promises'],
  auth: ['types', 'currency', 'banner', 'socialServices'],
  cashier: ['depositAmounts', 'balanceRefresh'],
  games: ['overrides.image'],
  support: ['topics'],
  pages: ['faq'],
  banners: ['image_735_240', 'image_360_520', 'description'],
}
const seoParts = ['openGraph.image', 'meta', 'schemaFaq', 'schemaArticle.image', 'organization.logo', 'product.image']

/** `populate` for one content type, deep where components hold components. */
export function populate(name: string): string[] {
  const known = ['seos', 'domain-seo-settings'].includes(name) ? seoParts : parts[name]
  if (!known) return [shallow]
  return known.map((path) => {
    const keys = path.split('.').map((key) => `[${key}]`)
    return `populate${keys.join('[populate]')}=true`
  })
}

/** Asked for when a content type has other components than ours: one level of whatever there is. */
export const shallow = 'populate=*'
