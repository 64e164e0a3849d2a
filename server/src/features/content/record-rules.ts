import { records } from '@croupier/contract/content-records'
import type { Raw } from '../../ports/content.ts'
import { replacedFields } from './rules.ts'

/** A list in one language: what is not translated in it stands in its place in the default language. */
export function withUntranslated(own: readonly Raw[], standard: readonly Raw[]): Raw[] {
  if (own.length === 0) return [...standard]
  // Files hold every language in one record, which then has no name that its translations share.
  if (own.some(({ documentId }) => typeof documentId !== 'string')) return [...own]
  const translated = new Map(own.map((record) => [record.documentId, record]))
  const known = new Set(standard.map(({ documentId }) => documentId))
  return [
    ...standard.map((record) => translated.get(record.documentId) ?? record),
    ...own.filter(({ documentId }) => !known.has(documentId)),
  ]
}

const isCollection = (name: string): name is keyof typeof records => Object.hasOwn(records, name)

/** What of a record cannot be taken as it is written: names of fields, none where all is well. */
export function recordFaults(collection: string, record: Raw): string[] {
  if (!isCollection(collection)) return []
  const parsed = records[collection].safeParse(record)
  if (parsed.success) return replacedFields(record, parsed.data)
  return [...new Set(parsed.error.issues.map(({ path }) => path.join('.')))]
}
