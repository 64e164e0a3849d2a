import type { Raw } from '../../ports/content.ts'

const deepest = 6

/** Never shown, never asked for: a filter on a hidden field would tell it letter by letter. */
const isPrivate = (name: string) => /password|secret|token$|hash$|^(created|updated)By$|^__proto__$/i.test(name)

/** Paths that a query may name, such as `description.position`. */
export type Fields = { has(path: readonly string[]): boolean }

/** The fields that records really have. Where there are no records nothing can leak, and any public name will do. */
export function fieldsOf(records: readonly Raw[]): Fields {
  const known = new Set<string>()
  for (const record of records) collect(record, '', known, 0)
  return {
    has: (path) => !path.some(isPrivate) && (known.size === 0 || known.has(path.join('.'))),
  }
}

function collect(value: unknown, path: string, known: Set<string>, depth: number) {
  if (path) known.add(path)
  if (depth > deepest || typeof value !== 'object' || value === null) return
  if (Array.isArray(value)) {
    for (const item of value) collect(item, path, known, depth + 1)
    return
  }
  for (const [key, item] of Object.entries(value)) collect(item, path ? `${path}.${key}` : key, known, depth + 1)
}

/** The values at a path; a list on the way gives the values of all its items. */
export function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [key, ...rest] = path
  if (key === undefined) return [value]
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return [null]
  return valuesAt(Object.entries(value).find(([name]) => name === key)?.[1], rest)
}

export function withoutPrivate(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPrivate)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => (isPrivate(key) ? [] : [[key, withoutPrivate(item)]])),
  )
}
