import { Refusal } from '@croupier/contract/refusals'
import { z } from 'zod'
import { parseJson } from '../parse-json.ts'
import type { RawParams } from './body.ts'

/** What the dispatcher itself says about a field; schemas may name finer reasons in SCREAMING_SNAKE. */
type Reason = 'REQUIRED' | 'FORMAT' | 'TOO_SMALL' | 'TOO_LARGE' | 'UNKNOWN_VALUE'

const depthMax = 10

export function parseInput(schema: z.ZodType, raw: RawParams): unknown {
  const params = unpackJson(schema, withoutNulls(raw))
  const dirty = Object.keys(params).filter((name) => !isStorable(params[name]))
  if (dirty.length > 0) throw wrong(new Map(dirty.map((name) => [name, ['FORMAT']])))
  // A field inside a JSON text is not where its path says, so the schema tells what it saw there.
  const parsed = schema.safeParse(params, { reportInput: true })
  if (parsed.success) return parsed.data
  const fields = new Map<string, string[]>()
  for (const issue of parsed.error.issues) {
    const name = wireName(issue.path)
    const reasons = fields.get(name) ?? []
    const reason = reasonOf(issue)
    if (!reasons.includes(reason)) fields.set(name, [...reasons, reason])
  }
  throw wrong(fields)
}

const wrong = (fields: Map<string, string[]>) =>
  new Refusal('InvalidParameter', { message: 'Wrong parameters', fields: Object.fromEntries(fields) })

const withoutNulls = (raw: RawParams): RawParams =>
  Object.fromEntries(Object.entries(raw).filter(([, value]) => value !== null && value !== undefined))

/** Unknown parameters are ignored. A structured one may come as JSON; what cannot be read is left for the schema. */
function unpackJson(schema: z.ZodType, params: RawParams): RawParams {
  if (!(schema instanceof z.ZodObject)) return params
  const known = Object.entries(params).filter(([name]) => schema.def.catchall || Object.hasOwn(schema.shape, name))
  return Object.fromEntries(
    known.map(([name, value]) => [
      name,
      typeof value === 'string' && isStructured(schema.shape[name]) ? readStructured(value) : value,
    ]),
  )
}

function isStructured(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return isStructured(schema.unwrap())
  }
  return schema instanceof z.ZodObject || schema instanceof z.ZodRecord || schema instanceof z.ZodArray
}

/** What is no JSON stays text, so that the schema can name what is wrong with it. */
function readStructured(text: string): unknown {
  const read = parseJson(text)
  return read === undefined ? text : read
}

/** PostgreSQL takes neither NUL nor half characters, and no honest value is nested without end. */
function isStorable(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  if (depth >= depthMax) return false
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner, depth + 1))
}

/** Bracket names, as the caller wrote them. */
const wireName = ([first = '', ...rest]: PropertyKey[]) =>
  String(first) + rest.map((part) => `[${String(part)}]`).join('')

function reasonOf({ message, input, code }: z.core.$ZodIssue): string {
  if (/^[A-Z][A-Z0-9_]+$/.test(message)) return message
  return input === undefined ? 'REQUIRED' : generalReason(code)
}

function generalReason(code: z.core.$ZodIssue['code']): Reason {
  if (code === 'too_small') return 'TOO_SMALL'
  if (code === 'too_big') return 'TOO_LARGE'
  return code === 'invalid_value' ? 'UNKNOWN_VALUE' : 'FORMAT'
}

/** `fields=a,b` keeps only those top-level fields of each item, or of the object itself. */
export function pickFields(data: unknown, fields: string): unknown {
  const wanted = new Set(fields.split(',').map((name) => name.trim()))
  const pick = (item: unknown) =>
    typeof item === 'object' && item !== null
      ? Object.fromEntries(Object.entries(item).filter(([name]) => wanted.has(name)))
      : item
  if (Array.isArray(data)) return data.map(pick)
  if (typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items)) {
    return { ...data, items: data.items.map(pick) }
  }
  return pick(data)
}
