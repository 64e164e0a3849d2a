import { type PromoCode, promoCode } from '@croupier/contract/content'
import type { Context } from '../../context.ts'
import { readNow } from '../../db/db.ts'

const written = (text: string) => text.trim().normalize('NFKC').toUpperCase()

/** A promo code of content whose time it is, by the database's clock. Case and space around it do not count. */
export async function findPromoCode(
  { sql, content }: Pick<Context, 'sql' | 'content'>,
  text: string,
  locale: string,
): Promise<PromoCode | null> {
  const wanted = written(text)
  if (wanted === '') return null
  const records = await content.collection('promo-codes', locale)
  const found = records
    .flatMap((record) => promoCode.safeParse(record).data ?? [])
    .find(({ code }) => written(code) === wanted)
  if (!found) return null
  const now = await readNow(sql)
  const isEarly = found.startsAt !== '' && now < new Date(found.startsAt)
  const isLate = found.endsAt !== '' && now >= new Date(found.endsAt)
  return isEarly || isLate ? null : found
}
