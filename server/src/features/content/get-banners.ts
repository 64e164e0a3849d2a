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
  /** The campaign that it invites to. */
  campaign: text(),
  image_735_240: image(),
  image_360_520: image(),
  description: z.object({
    position: z.union([z.string(), z.number()]).transform(String).catch(''),
    button: text(),
    url: link(),
    terms: text(),
  }),
})

type Reading = Parameters<Operation<'banners.get'>>

/** Whether campaigns may invite this visitor is asked only where a banner does. */
export async function listBanners(
  { content, locale, player }: Pick<Reading[0], 'content' | 'locale' | 'player'>,
  { count, offset }: Reading[1],
  mayInvite: () => Promise<boolean>,
): ReturnType<Operation<'banners.get'>> {
  const records = await content.collection('banners', locale)
  const all = records
    .flatMap((record) => bannerRecord.safeParse(record).data ?? [])
    .filter(({ banner_type }) => isFor(banner_type, player !== null))
    .sort(byPosition)
  const hasInvitation = all.some(isInviting)
  const banners = hasInvitation && !(await mayInvite()) ? all.filter((banner) => !isInviting(banner)) : all
  return { items: banners.slice(offset, offset + count), total: banners.length, offset, limit: count }
}

/** By its word, or by where it leads. */
const isInviting = ({ campaign, description: { url } }: z.output<typeof bannerRecord>) =>
  campaign !== '' || /^\/(offers|promotions)(\/|$)/.test(url)

/** Some speak to guests alone, some to players alone; every other type speaks to all. */
function isFor(type: string, isPlayer: boolean): boolean {
  if (type === 'registration') return !isPlayer
  return type !== 'player' || isPlayer
}

/** A position is a number written as text; banners without one come last. */
const byPosition = (a: Banner, b: Banner) => placeOf(a) - placeOf(b) || a.id - b.id
const placeOf = ({ description: { position } }: Banner) =>
  position !== '' && Number.isFinite(Number(position)) ? Number(position) : Number.MAX_SAFE_INTEGER
