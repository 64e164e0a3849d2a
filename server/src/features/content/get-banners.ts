import { bannerRecord } from '@croupier/contract/content-records'
import type { Banner } from '@croupier/contract/methods/banners'
import { z } from 'zod'
import type { Operation } from '../../context.ts'

const bannerOfList = bannerRecord.extend({ id: z.number().int() })

type Reading = Parameters<Operation<'banners.get'>>

/** Whether campaigns may invite this visitor is asked only where a banner does. */
export async function listBanners(
  { content, locale, player }: Pick<Reading[0], 'content' | 'locale' | 'player'>,
  { count, offset }: Reading[1],
  mayInvite: () => Promise<boolean>,
): ReturnType<Operation<'banners.get'>> {
  const records = await content.collection('banners', locale)
  const all = records
    .flatMap((record) => bannerOfList.safeParse(record).data ?? [])
    .filter(({ isExist, banner_type }) => isExist && isFor(banner_type, player !== null))
    .sort(byPosition)
  const hasInvitation = all.some(isInviting)
  const banners = hasInvitation && !(await mayInvite()) ? all.filter((banner) => !isInviting(banner)) : all
  return { items: banners.slice(offset, offset + count), total: banners.length, offset, limit: count }
}

/** By its word, or by where it leads. */
const isInviting = ({ campaign, description: { url } }: z.output<typeof bannerOfList>) =>
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
