import qs from 'qs'
import { z } from 'zod'
import type { Raw } from '../../ports/content.ts'
import { invalid, invalidKey } from './content-error.ts'
import { type Fields, fieldsOf, valuesAt } from './fields.ts'
import { compileFilters } from './filters.ts'

const mostRecords = 100
const standardRecords = 25

const wholeNumber = (least: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/)
    .transform(Number)
    .refine((n) => n >= least)
const list = z.union([z.string().transform((text) => text.split(',').map((word) => word.trim())), z.array(z.string())])

const pagination = z.strictObject({
  page: wholeNumber(1).optional(),
  pageSize: wholeNumber(1).optional(),
  start: wholeNumber(0).optional(),
  limit: wholeNumber(1).optional(),
  withCount: z.enum(['true', 'false', '1', '0']).optional(),
})
type Pagination = z.output<typeof pagination>

const listQuery = z.strictObject({
  filters: z.unknown().optional(),
  fields: list.optional(),
  populate: z.unknown().optional(),
  locale: z.string().optional(),
  sort: list.optional(),
  pagination: pagination.optional(),
})
type ListQuery = z.output<typeof listQuery>

const oneQuery = listQuery.pick({ fields: true, populate: true, locale: true })
export type OneQuery = z.output<typeof oneQuery>

export const parseListQuery = (text: string): ListQuery => parse(listQuery, text)
export const parseOneQuery = (text: string): OneQuery => parse(oneQuery, text)

/** Everything that is not understood is refused: an ignored filter would show what it was meant to hide. */
function parse<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  const parsed = schema.safeParse(read(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') throw invalidKey([...issue.path, issue.keys[0]].join('.'), 'query')
  throw invalid(`Invalid ${issue?.path.join('.') || 'query'}`, { source: 'query' })
}

function read(text: string): unknown {
  try {
    // The parser would drop this name without a word.
    if (decodeURIComponent(text).includes('__proto__')) throw new Error('a name that is none')
    return qs.parse(text, {
      depth: 8,
      strictDepth: true,
      arrayLimit: 100,
      parameterLimit: 200,
      throwOnLimitExceeded: true,
      plainObjects: true,
    })
  } catch {
    throw invalid('Query is broken, too large or too deep')
  }
}

export function runList(records: readonly Raw[], query: ListQuery) {
  const known = fieldsOf(records)
  checkPopulate(query.populate, known)
  const pick = picker(query, known)
  const matches = query.filters === undefined ? () => true : compileFilters(query.filters, known)
  const byOrder = sorter(query.sort ?? [], known)
  const found = records.filter(matches).sort(byOrder)
  const { start, size, meta } = paging(query.pagination ?? {}, found.length)
  return { data: found.slice(start, start + size).map(pick), meta: { pagination: meta } }
}

export function runOne(record: Raw, query: OneQuery): Raw {
  const known = fieldsOf([record])
  checkPopulate(query.populate, known)
  return picker(query, known)(record)
}

function picker({ fields: names, populate }: OneQuery, known: Fields): (record: Raw) => Raw {
  if (!names || names.includes('*')) return (record) => record
  for (const name of names) if (!known.has([name])) throw invalidKey(name, 'fields')
  const populated = populatedNames(populate)
  if (populated.includes('*'))
    return (record) => Object.fromEntries(Object.entries(record).filter(([key, value]) => isKept(names, key, value)))
  const kept = new Set(['id', 'documentId', ...names, ...populated])
  return (record) => Object.fromEntries(Object.entries(record).filter(([key]) => kept.has(key)))
}

/** Plain fields are chosen one by one; parts and pictures come with `populate=*`. */
const isKept = (names: readonly string[], key: string, value: unknown) =>
  ['id', 'documentId', ...names].includes(key) || (typeof value === 'object' && value !== null)

/** What stands first in every name that is asked for. */
function populatedNames(node: unknown): string[] {
  if (typeof node === 'string') return node.split(',').map((name) => name.trim().split('.')[0] ?? '')
  if (Array.isArray(node)) return node.flatMap(populatedNames)
  return typeof node === 'object' && node !== null ? Object.keys(node) : []
}

/** Everything is stored inside its record, so there is nothing to add; but names must be right. */
function checkPopulate(node: unknown, known: Fields, path: readonly string[] = []): void {
  if (node === undefined || node === '*' || node === 'true') return
  if (typeof node !== 'string' && (typeof node !== 'object' || node === null)) throw invalid('Invalid populate')
  if (typeof node === 'string' || Array.isArray(node)) {
    for (const name of typeof node === 'string' ? node.split(',') : node) {
      const deeper = [...path, ...String(name).trim().split('.')]
      if (typeof name !== 'string' || (name !== '*' && !known.has(deeper))) throw invalidKey(String(name), 'populate')
    }
    return
  }
  for (const [name, value] of Object.entries(node)) {
    const deeper = [...path, name]
    if (!known.has(deeper)) throw invalidKey(deeper.join('.'), 'populate')
    if (value === 'true' || value === '*') continue
    const inner = z.strictObject({ populate: z.unknown() }).safeParse(value)
    if (!inner.success) throw invalidKey(deeper.join('.'), 'populate')
    checkPopulate(inner.data.populate, known, deeper)
  }
}

function sorter(orders: string[], known: Fields): (a: Raw, b: Raw) => number {
  const rules = orders.filter(Boolean).map((text) => {
    const [name = '', direction = 'asc', ...rest] = text.split(':')
    const path = name.split('.')
    if (rest.length > 0 || !['asc', 'desc'].includes(direction.toLowerCase()) || !known.has(path))
      throw invalidKey(text, 'sort')
    return { path, sign: direction.toLowerCase() === 'desc' ? -1 : 1 }
  })
  return (a, b) => {
    for (const { path, sign } of rules) {
      const difference = compare(valuesAt(a, path)[0], valuesAt(b, path)[0])
      if (difference !== 0) return difference * sign
    }
    return 0
  }
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [String(a ?? ''), String(b ?? '')]
  return left < right ? -1 : Number(left > right)
}

function paging({ page, pageSize, start, limit, withCount }: Pagination, total: number) {
  const isByPage = page !== undefined || pageSize !== undefined
  const isByStart = start !== undefined || limit !== undefined
  if (isByPage && isByStart) throw invalid('Use either page and pageSize, or start and limit', { param: 'pagination' })
  const isCounted = withCount !== 'false' && withCount !== '0'
  const size = Math.min((isByStart ? limit : pageSize) ?? standardRecords, mostRecords)
  if (isByStart) {
    const from = start ?? 0
    return { start: from, size, meta: { start: from, limit: size, ...(isCounted && { total }) } }
  }
  const at = page ?? 1
  const counts = isCounted && { pageCount: Math.ceil(total / size), total }
  return { start: (at - 1) * size, size, meta: { page: at, pageSize: size, ...counts } }
}
