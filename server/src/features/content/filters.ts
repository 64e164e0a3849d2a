import type { Raw } from '../../ports/content.ts'
import { invalid, invalidKey } from './content-error.ts'
import { type Fields, valuesAt } from './fields.ts'

type Test = (record: Raw) => boolean

/** Strapi's `filters`, checked first and then only run: an unknown name or operator is refused, never ignored. */
export function compileFilters(node: unknown, fields: Fields, path: readonly string[] = []): Test {
  if (typeof node === 'string' && path.length > 0) return operator('$eq', node, path)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) throw invalid('Invalid filters')
  const tests = Object.entries(node).map(([key, value]) => {
    if (key === '$and' || key === '$or') return anyOrAll(key, value, fields, path)
    if (key === '$not') return not(compileFilters(value, fields, path))
    if (key.startsWith('$')) return operator(key, value, path)
    const deeper = [...path, key]
    if (!fields.has(deeper)) throw invalidKey(deeper.join('.'), 'filters')
    return compileFilters(value, fields, deeper)
  })
  return (record) => tests.every((test) => test(record))
}

function anyOrAll(key: '$and' | '$or', value: unknown, fields: Fields, path: readonly string[]): Test {
  if (typeof value !== 'object' || value === null) throw invalidKey(key, 'filters')
  const tests = Object.values(value).map((item) => compileFilters(item, fields, path))
  return (record) => (key === '$and' ? tests.every((test) => test(record)) : tests.some((test) => test(record)))
}

const not =
  (test: Test): Test =>
  (record) =>
    !test(record)

type Compare = (value: unknown, asked: string) => boolean

const isSame: Compare = (value, asked) => {
  if (typeof value === 'number') return asked.trim() !== '' && Number(asked) === value
  if (typeof value === 'boolean') return (value ? ['true', '1'] : ['false', '0']).includes(asked)
  return value === asked
}

/** Below zero, zero or above zero; not a number when the two cannot be compared. */
function order(value: unknown, asked: string): number {
  if (typeof value === 'number') return asked.trim() === '' ? Number.NaN : value - Number(asked)
  if (typeof value !== 'string') return Number.NaN
  return value < asked ? -1 : Number(value > asked)
}

const onText =
  (compare: (text: string, asked: string) => boolean): Compare =>
  (value, asked) =>
    typeof value === 'string' && compare(value, asked)

const compares: Record<string, Compare> = {
  $eq: isSame,
  $contains: onText((text, asked) => text.includes(asked)),
  $containsi: onText((text, asked) => text.toLowerCase().includes(asked.toLowerCase())),
  $startsWith: onText((text, asked) => text.startsWith(asked)),
  $endsWith: onText((text, asked) => text.endsWith(asked)),
  $lt: (value, asked) => order(value, asked) < 0,
  $lte: (value, asked) => order(value, asked) <= 0,
  $gt: (value, asked) => order(value, asked) > 0,
  $gte: (value, asked) => order(value, asked) >= 0,
}

function operator(name: string, operand: unknown, path: readonly string[]): Test {
  if (path.length === 0) throw invalidKey(name, 'filters')
  const some = (test: (value: unknown) => boolean): Test => {
    return (record) => valuesAt(record, path).some(test)
  }
  if (name === '$null' || name === '$notNull') {
    const isAsked = truth(name, operand) === (name === '$null')
    return (record) => valuesAt(record, path).every((value) => value === null || value === undefined) === isAsked
  }
  if (name === '$in' || name === '$notIn') {
    const asked = words(name, operand)
    const isIn = some((value) => asked.some((word) => isSame(value, word)))
    return name === '$in' ? isIn : not(isIn)
  }
  const word = text(name, operand)
  if (name === '$ne') return not(some((value) => isSame(value, word)))
  const compare = Object.hasOwn(compares, name) ? compares[name] : undefined
  if (!compare) throw invalidKey(name, 'filters')
  return some((value) => compare(value, word))
}

function text(name: string, operand: unknown): string {
  if (typeof operand !== 'string') throw invalid(`${name} takes one value`)
  return operand
}

function words(name: string, operand: unknown): string[] {
  const list = typeof operand === 'object' && operand !== null ? Object.values(operand) : [operand]
  return list.map((item) => text(name, item))
}

function truth(name: string, operand: unknown): boolean {
  if (operand === 'true' || operand === '1') return true
  if (operand === 'false' || operand === '0') return false
  throw invalid(`${name} takes true or false`)
}
