import { promoCode } from '@croupier/contract/content'
import { writtenCode } from '@croupier/contract/promotions'
import type { Context, Db } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { keyedHash } from '../../encryption.ts'
import { believed, type Keys } from '../../secrets.ts'
import { type CodeRow, findCodeRow } from './code-store.ts'
import { live } from './live.ts'
import { readTexts } from './texts.ts'

/** Single codes are kept as these alone: a copy of the table opens nothing. */
export const singleKeys = (text: string, keys: Keys): string[] =>
  believed(keys).map((secret) => keyedHash(writtenCode(text), 'promo-code', secret).toString('hex'))

/** How a single code is shown and kept after it was made. */
export const maskCode = (tail: string) => `……${tail}`

export type FoundCode = {
  code: string
  title: string
  text: string
  standing: 'open' | 'early' | 'over'
  /** Null for a code that stands for nothing yet. */
  row: CodeRow | null
}

type Asking = Pick<Context, 'content' | 'locale'> & { sql: Db; keys: Pick<Context['keys'], 'documentKey'> }

/** A code however it is typed: a shared one of the content, or a single one that the operator made. */
export async function findCode(ctx: Asking, text: string): Promise<FoundCode | null> {
  const wanted = writtenCode(text)
  if (wanted === '') return null
  return (await findShared(ctx, wanted)) ?? (await findSingle(ctx, wanted))
}

async function findShared({ sql, content, locale }: Asking, wanted: string): Promise<FoundCode | null> {
  const find = async (language: string) =>
    (await content.collection('promo-codes', language))
      .flatMap((record) => promoCode.safeParse(record).data ?? [])
      .find(({ code }) => writtenCode(code) === wanted)
  // What a code gives is no matter of language: where this one is not translated, its first words are shown.
  const standard = (await content.locales()).find(({ isDefault }) => isDefault)?.code
  const found = (await find(locale)) ?? (standard === undefined ? undefined : await find(standard))
  if (!found) return null
  const [now, published, row] = await Promise.all([
    readNow(sql),
    live['promo-codes'].read(sql, wanted),
    findCodeRow(sql, [wanted]),
  ])
  const isStopped = published?.stoppedAt != null
  const standing = standingOf(now, dateOf(found.startsAt), dateOf(found.endsAt), isStopped)
  return { code: found.code, title: found.title, text: found.text, standing, row: published && row ? row : null }
}

const dateOf = (text: string) => (text === '' ? null : new Date(text))

function standingOf(now: Date, startsAt: Date | null, endsAt: Date | null, isStopped: boolean): FoundCode['standing'] {
  if (isStopped || (endsAt !== null && now >= endsAt)) return 'over'
  return startsAt !== null && now < startsAt ? 'early' : 'open'
}

async function findSingle(ctx: Asking, wanted: string): Promise<FoundCode | null> {
  const row = await findCodeRow(ctx.sql, singleKeys(wanted, ctx.keys.documentKey))
  if (row?.kind !== 'single') return null
  const standing = standingOf(await readNow(ctx.sql), row.startsAt, row.endsAt, row.stoppedAt !== null)
  const words = (await readTexts(ctx)).offers.get(row.offer)
  return { code: wanted, title: words?.title || row.offer, text: words?.text ?? '', standing, row }
}
