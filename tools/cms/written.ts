import type { ContentType, Field, Fields } from '@croupier/contract/content-model'
import { attributeName, zoneFields, zonePart } from '@croupier/contract/strapi'

type Raw = Record<string, unknown>
const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** What Strapi takes in a question that writes: a picture is the number of its file. */
export type Pictures = ReadonlyMap<string, number>

type Type = Pick<ContentType, 'name' | 'isSingle'>

/** A record of the site as Strapi wants to be told it. What is not said is emptied. */
export function toStrapi(type: Type, fields: Fields, record: Raw, pictures: Pictures): Raw {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [attributeName(name), valueTo(type, field, record[name], pictures)]),
  )
}

/** An editor should see what holds where nothing is said. */
const standardOf = (field: Field) =>
  'standard' in field ? (field.standard ?? null) : field.kind === 'zone' ? [] : null

function valueTo(type: Type, field: Field, value: unknown, pictures: Pictures): unknown {
  // Strapi refuses a list that is none.
  if (value === undefined || value === null) return field.kind === 'part' && field.isList ? [] : standardOf(field)
  if (field.kind === 'picture') return typeof value === 'string' ? (pictures.get(value) ?? null) : null
  if (field.kind === 'part') {
    const part = (item: unknown) => (isObject(item) ? toStrapi(type, field.fields, item, pictures) : null)
    return field.isList ? (Array.isArray(value) ? value.map(part) : []) : part(value)
  }
  if (field.kind === 'zone') {
    const items = Array.isArray(value) ? value.filter(isObject) : []
    return items.map((item) => ({
      __component: zonePart(type, String(item.__component)),
      ...toStrapi(type, zoneFields(field), item, pictures),
    }))
  }
  // An empty text is a text; an empty date or choice is none.
  const isText = field.kind === 'line' || field.kind === 'text' || field.kind === 'prose' || field.kind === 'link'
  return value === '' && !isText ? null : isText ? String(value) : value
}

type ByLocale = ReadonlyMap<string, unknown>

/** One value of all languages: `{en, es}` only where they differ. */
export function joinLanguages(values: ByLocale): unknown {
  const all = [...values.values()]
  const [first] = all
  if (all.every((value) => JSON.stringify(value) === JSON.stringify(first))) return first
  if (all.every(isObject)) return joinFields(values)
  const lists = all.filter((value) => Array.isArray(value))
  if (lists.length === all.length && lists.every((list) => list.length === lists[0]?.length))
    return lists[0]?.map((_item, at) =>
      joinLanguages(new Map([...values].map(([code, list]) => [code, Array.isArray(list) ? list[at] : null]))),
    )
  return Object.fromEntries(values)
}

function joinFields(values: ByLocale): Raw {
  const records = [...values].flatMap(([code, value]) => (isObject(value) ? [[code, value] as const] : []))
  const names = new Set(records.flatMap(([, record]) => Object.keys(record)))
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      joinLanguages(new Map(records.map(([code, record]) => [code, record[name] ?? '']))),
    ]),
  )
}
