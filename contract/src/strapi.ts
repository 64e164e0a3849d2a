import type { ContentType, Field, Fields } from './content-model.ts'

/** How Strapi 5 calls things: names that it keeps for itself or that would meet each other are written differently there. */

/** Single types whose name would be that of a collection. */
const singleNames: Readonly<Record<string, string>> = { banner: 'banner-config', tournaments: 'tournaments-config' }

/** The last part of its address below `/api`. */
export const apiName = ({ name, isSingle }: Pick<ContentType, 'name' | 'isSingle'>): string =>
  isSingle ? (singleNames[name] ?? name) : name

export const singularName = (type: Pick<ContentType, 'name' | 'isSingle'>): string =>
  type.isSingle ? apiName(type) : type.name.replace(/s$/, '')

/** Fields that Strapi has itself, or does not let a type have. */
const attributeNames: Readonly<Record<string, string>> = { id: 'key', meta: 'metaTags', updatedAt: 'revisedAt' }

export const attributeName = (field: string): string => attributeNames[field] ?? field

/** Of a list that is in an order: every publishing gives a record another id. */
export const placeAttribute = 'place'

const kebab = (name: string) => name.replace(/[A-Z_]/g, (sign) => `-${sign.replace('_', '').toLowerCase()}`)

/** `common.menu-links-links`: its type, then the way to it. */
export const componentName = (type: Pick<ContentType, 'name' | 'isSingle'>, path: readonly string[]): string =>
  `${singularName(type)}.${path.map(kebab).join('-')}`

/** `auth.fast`: one of the parts that a zone may hold. */
export const zonePart = (type: Pick<ContentType, 'name' | 'isSingle'>, part: string): string =>
  `${singularName(type)}.${kebab(part)}`

/** The number of a part in a zone is Strapi's own. */
export const zoneFields = ({ fields }: Extract<Field, { kind: 'zone' }>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name !== 'id'))

/** Names of what Strapi sends only when it is asked for it, with what lies inside: `menuLinks.links`. */
export function populatedPaths(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, field]): string[] => {
    const own = attributeName(name)
    if (field.kind === 'picture' || field.kind === 'zone') return [own]
    if (field.kind !== 'part') return []
    const inner = populatedPaths(field.fields)
    return inner.length > 0 ? inner.map((path) => `${own}.${path}`) : [own]
  })
}
