import { createHash } from 'node:crypto'
import { type PublishedKind, publishedTerms } from '@croupier/contract/published-terms'
import type { z } from 'zod'
import type { Db } from '../../context.ts'
import { type LiveRow, readLiveRow, readLiveRows, readVersions } from './live-store.ts'

/** The money part of a record as it was published. */
type Live<T> = LiveRow & { terms: T }

type Head = Omit<LiveRow, 'body'>

/** What is in force, of one kind. The body never changes under its hash, so each is read into terms once. */
function liveReader<S extends z.ZodType>(kind: PublishedKind, schema: S) {
  const known = new Map<string, { body: unknown; terms: z.output<S> }>()
  const open = (row: LiveRow): Live<z.output<S>> => {
    const { body, terms } = known.get(row.hash) ?? { body: row.body, terms: schema.parse(row.body) }
    if (known.size > 1_000) known.clear()
    known.set(row.hash, { body, terms })
    return { ...row, body, terms }
  }
  /** Stopped ones too: what was promised is kept. */
  const all = async (db: Db) => (await readLiveRows(db, kind)).map(open)
  return {
    read: async (db: Db, sysname: string) => {
      const row = await readLiveRow(db, kind, sysname)
      return row ? open(row) : null
    },
    all,
    /** All that ever was in force, the oldest first; without terms from when on it was stopped. */
    versions: async (db: Db) =>
      (await readVersions(db, kind)).map(({ body, ...row }) => ({
        ...row,
        terms: body === null ? null : schema.parse(body),
      })),
    /** The same from heads that were read together; only terms that this node has not seen are asked for. */
    ofHeads: async (db: Db, heads: readonly (Head & { kind: PublishedKind })[]): Promise<Live<z.output<S>>[]> => {
      const own = heads.filter((head) => head.kind === kind)
      const seen = own.flatMap((head) => {
        const found = known.get(head.hash)
        return found ? [{ ...head, ...found }] : []
      })
      return seen.length === own.length ? seen : all(db)
    },
  }
}

export const live = {
  'bonus-templates': liveReader('bonus-templates', publishedTerms['bonus-templates']),
  'spin-templates': liveReader('spin-templates', publishedTerms['spin-templates']),
  'betting-templates': liveReader('betting-templates', publishedTerms['betting-templates']),
  campaigns: liveReader('campaigns', publishedTerms.campaigns),
  'promo-codes': liveReader('promo-codes', publishedTerms['promo-codes']),
  cashbacks: liveReader('cashbacks', publishedTerms.cashbacks),
  tournaments: liveReader('tournaments', publishedTerms.tournaments),
  'loyalty-programs': liveReader('loyalty-programs', publishedTerms['loyalty-programs']),
  'loyalty-products': liveReader('loyalty-products', publishedTerms['loyalty-products']),
  quests: liveReader('quests', publishedTerms.quests),
  characters: liveReader('characters', publishedTerms.characters),
}

/** Templates before what names them. */
export const promotionKinds = [
  'bonus-templates',
  'spin-templates',
  'betting-templates',
  'campaigns',
  'promo-codes',
  'cashbacks',
  'tournaments',
  'characters',
  'loyalty-programs',
  'loyalty-products',
  'quests',
] as const satisfies readonly PublishedKind[]

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  )
}

/** The same however its keys are ordered: the database orders them in its own way. */
export const termsHash = (body: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(body)))
    .digest('hex')
    .slice(0, 16)
