import { z } from 'zod'
import { sections } from './content.ts'
import { records } from './content-records.ts'

/**
 * What a content backend has to hold, read off the schemas that parse its answers. Its types are generated from this,
 * questions to it are built from it, and what it answers beside it is not taken.
 */
export type Field =
  | { kind: 'line' | 'text' | 'prose'; isLocalised: boolean }
  | { kind: 'flag' | 'whole' | 'decimal'; standard?: boolean | number }
  | { kind: 'choice'; values: readonly string[]; standard?: string }
  | { kind: 'link' | 'picture' | 'moment' | 'day' | 'json' }
  | { kind: 'part'; fields: Fields; isList: boolean }
  /** A list of parts of several kinds, which say in `__component` which they are. */
  | { kind: 'zone'; names: readonly string[]; fields: Fields }
export type Fields = Readonly<Record<string, Field>>

export type ContentType = { name: string; isSingle: boolean; fields: Fields }

/** Names, addresses and settings: the same in every language. */
const sameEverywhere = new Set(
  [
    ['sysname', 'slug', 'code', 'host', 'url', 'from_url', 'to_url', 'campaign', 'preview_key', 'trigger', 'state'],
    ['icon', 'banner_type', 'supportEmail', 'defaultCurrency', 'termsVersion', 'postcodePattern', 'content', 'robots'],
    ['currency', 'service', 'regex', 'mask', 'sameAs', 'position', 'field', 'canonical', 'type', 'id'],
  ].flat(),
)

/** More than a line. */
const longTexts = new Set(
  [
    ['text', 'legal', 'lead', 'message', 'description', 'code', 'terms', 'terms_text', 'note', 'rules', 'value'],
    ['content', 'answer', 'regex', 'canonical', 'to_url'],
  ].flat(),
)

export function fieldsOf(schema: z.ZodObject): Fields {
  return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, fieldOf(name, field)]))
}

type Schema = z.core.$ZodType

/** What a schema says of itself where it takes anything. */
const plainKinds = ['link', 'picture', 'moment', 'day', 'json'] as const

const noteOf = (schema: Schema): Record<string, unknown> => z.globalRegistry.get(schema) ?? {}

function fieldOf(name: string, schema: Schema): Field {
  const inner = insideOf(schema)
  const { written, item } = noteOf(inner)
  if (item instanceof z.ZodType) return listField(item)
  const plain = plainKinds.find((kind) => kind === written)
  if (plain) return { kind: plain }
  if (written === 'prose') return { kind: 'prose', isLocalised: true }
  if (inner instanceof z.ZodObject) return { kind: 'part', fields: fieldsOf(inner), isList: false }
  if (inner instanceof z.ZodBoolean) return { kind: 'flag', ...standardOf(schema, z.boolean()) }
  if (inner instanceof z.ZodNumber)
    return { kind: isWhole(inner) ? 'whole' : 'decimal', ...standardOf(schema, z.number()) }
  if (inner instanceof z.ZodEnum)
    return { kind: 'choice', values: inner.options.map(String), ...standardOf(schema, z.string().min(1)) }
  if (inner instanceof z.ZodString || (inner instanceof z.ZodUnion && hasText(inner)))
    return { kind: longTexts.has(name) ? 'text' : 'line', isLocalised: !sameEverywhere.has(name) }
  return { kind: 'json' }
}

/** Without what only says how a broken or missing value is replaced. */
function insideOf(schema: Schema): Schema {
  const { written, item } = noteOf(schema)
  if (written !== undefined || item !== undefined) return schema
  if (schema instanceof z.ZodPipe) return insideOf(schema.in)
  if (
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault
  )
    return insideOf(schema.unwrap())
  return schema
}

function listField(item: z.ZodType): Field {
  if (!(item instanceof z.ZodObject)) return { kind: 'json' }
  const { __component: component, ...shape } = item.shape
  if (!(component instanceof z.ZodEnum)) return { kind: 'part', fields: fieldsOf(item), isList: true }
  return { kind: 'zone', names: component.options.map(String), fields: fieldsOf(z.object(shape)) }
}

const isWhole = (schema: z.ZodNumber) => schema.format?.includes('int') ?? false

const hasText = (schema: z.ZodUnion) => schema.options.some((option) => insideOf(option) instanceof z.ZodString)

function standardOf<T>(schema: Schema, kind: z.ZodType<T>): { standard?: T } {
  const read = z.safeParse(schema, undefined)
  const standard = kind.safeParse(read.data)
  return read.success && standard.success ? { standard: standard.data } : {}
}

/** Whether what stands in it differs from language to language. */
export function isLocalised(field: Field): boolean {
  if (field.kind === 'picture' || field.kind === 'zone') return true
  if (field.kind === 'part') return Object.values(field.fields).some(isLocalised)
  return 'isLocalised' in field && field.isLocalised
}

const robots = z.object({ content: z.string().catch('') })

export const contentTypes: readonly ContentType[] = [
  ...Object.entries({ ...sections, robots }).map(([name, schema]) => ({
    name,
    isSingle: true,
    fields: fieldsOf(schema),
  })),
  ...Object.entries(records).map(([name, schema]) => ({ name, isSingle: false, fields: fieldsOf(schema) })),
]

type Raw = Record<string, unknown>
const isObject = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every picture that a record names. */
export function picturesIn(fields: Fields, record: Raw): string[] {
  return Object.entries(fields).flatMap(([name, field]): string[] => {
    const value = record[name]
    if (field.kind === 'picture') return typeof value === 'string' && value !== '' ? [value] : []
    if (field.kind !== 'part') return []
    const items = Array.isArray(value) ? value : [value]
    return items.filter(isObject).flatMap((item) => picturesIn(field.fields, item))
  })
}
