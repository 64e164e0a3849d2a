import type { Banner } from '@croupier/contract/methods/banners'
import { image, link, text } from '@croupier/contract/parse'
import { z } from 'zod'
import type { Operation } from '../../context.ts'

const bannerRecord = z.object({
  id: z.number().int(),
  label: text(),
  value: text(),
  addition: text(),
  banner_type: text(),
  isExist: z.literal(true),
  image_735_240: image(),
  image_360_520: image(),
  description: z.object({
    position: z.union([z.string(), z.number()]).transform(String).catch(''),
    button: text(),
    url: link(),
    terms: text(),
  }),
})

export const getBanners: Operation<'banners.get'> = async ({ content, locale, player }, { count, offset }) => {
  const records = await content.collection('banners', locale)
  const banners = records
    .flatMap((record) => bannerRecord.safeParse(record).data ?? [])
    .filter(({ banner_type }) => isFor(banner_type, player !== null))
    .sort(byPosition)
  return { items: banners.slice(offset, offset + count), total: banners.length, offset, limit: count }
}

/** Some speak to guests alone, some to players alone; every other type speaks to all. */
function isFor(type: string, isPlayer: boolean): boolean {
  if (type === 'registration') return !isPlayer
  return type !== 'player' || isPlayer
}

/** A position is a number written as text; banners without one come last. */
const byPosition = (a: Banner, b: Banner) => placeOf(a) - placeOf(b) || a.id - b.id
const placeOf = ({ description: { position } }: Banner) =>
  position !== '' && Number.isFinite(Number(position)) ? Number(position) : Number.MAX_SAFE_INTEGER
