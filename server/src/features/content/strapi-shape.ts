import type { ContentType, Field, Fields } from '@croupier/contract/content-model'
import { attributeName, placeAttribute } from '@croupier/contract/strapi'
import type { Raw } from '../../ports/content.ts'

const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What Strapi tells of every record, beside what editors write. */
const ownNames = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale']

/** A record as the site knows it: fields of the contract alone, by their own names. An empty field is none. */
export function recordFrom(value: unknown, { fields }: Pick<ContentType, 'fields'>, base: string): Raw | null {
  if (!isObject(value)) return null
  const own = Object.fromEntries(ownNames.flatMap((name) => (value[name] == null ? [] : [[name, value[name]]])))
  return { ...own, ...partFrom(value, fields, base) }
}

function partFrom(value: Raw, fields: Fields, base: string): Raw {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const written = value[attributeName(name)] ?? spelledOut(value, name)
      return written === null || written === undefined ? [] : [[name, valueFrom(written, field, base)]]
    }),
  )
}

/** A number by the name of `id` is Strapi's own. */
const spelledOut = (value: Raw, name: string) => (name === 'id' && typeof value.id === 'number' ? null : value[name])

function valueFrom(value: unknown, field: Field, base: string): unknown {
  if (field.kind === 'picture') return pictureFrom(value, base)
  if (field.kind === 'prose') return proseFrom(value, base)
  if (field.kind !== 'part' && field.kind !== 'zone') return value
  if (Array.isArray(value)) return value.map((item) => itemFrom(item, field, base))
  return itemFrom(value, field, base)
}

/** `auth.fast` is `fast` to the site: what stands before the dot is the folder of the panel. */
function itemFrom(value: unknown, field: Extract<Field, { fields: Fields }>, base: string): unknown {
  if (!isObject(value)) return value
  const part = partFrom(value, field.fields, base)
  if (field.kind !== 'zone') return part
  return { ...part, __component: String(value.__component ?? '').replace(/^.*\./, ''), ...idOf(value) }
}

const idOf = ({ id }: Raw) => (typeof id === 'number' ? { id } : {})

/** Where the site itself hands out what was uploaded to the content server. */
const uploads = '/uploads/'

/**
 * A file of the content server is shown under our own address, which is the only one that visitors can always reach.
 * Its last change is part of that address: a replaced file keeps its name.
 */
function pictureFrom(value: unknown, base: string): unknown {
  const url = isObject(value) ? value.url : value
  if (typeof url !== 'string') return value
  const { origin, pathname, href } = URL.parse(url, base) ?? new URL(base)
  if (url === '' || origin !== new URL(base).origin || !pathname.startsWith(uploads))
    return url.startsWith('/') ? url : href
  const changedAt = isObject(value) ? Date.parse(String(value.updatedAt)) : Number.NaN
  return Number.isNaN(changedAt) ? pathname : `${pathname}?v=${changedAt.toString(36)}`
}

/** Blocks may hold pictures, which come as whole files. */
function proseFrom(value: unknown, base: string): unknown {
  if (!Array.isArray(value)) return value
  return value.map((block) =>
    isObject(block) && block.type === 'image' && isObject(block.image)
      ? { ...block, image: { ...block.image, url: pictureFrom(block.image, base) } }
      : block,
  )
}

/** What a question asks for beside plain fields. Strapi refuses it as a whole if one of them is unknown to it. */
export function populate(paths: readonly string[]): string[] {
  return paths.map((path) => {
    const keys = path.split('.').map((key) => `[${key}]`)
    return `populate${keys.join('[populate]')}=true`
  })
}

const placeOf = (record: Raw) => {
  const place = record[placeAttribute]
  return typeof place === 'number' ? place : Number.MAX_SAFE_INTEGER
}

/** In the place that editors gave it, else as it was made: an id is another one after every publishing. */
export const inOrder = (one: Raw, other: Raw): number => placeOf(one) - placeOf(other)
