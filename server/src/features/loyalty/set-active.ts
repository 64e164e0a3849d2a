import type { Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { playerFacts } from '../campaigns/campaigns.ts'
import { cupsForClub } from '../tournaments/tournaments.ts'
import { markAllSeen } from './notice-store.ts'
import { lockMember } from './points.ts'
import { readClubPlayer, writeActive } from './store.ts'
import { readClubTerms } from './terms.ts'
import { clubFlags } from './texts.ts'

/** What is played while it is off earns nothing, also afterwards. Points and level stay; tournaments hide. */
export const setActive: Operation<'loyalty.setActive'> = async ({ begin, player }, { is_active }) => {
  await begin(async (tx) => {
    await lockMember(tx, player.id, await readClubTerms(tx))
    if (!(await writeActive(tx, player.id, is_active))) return
    // What happened while it was off is not told afterwards.
    if (is_active) await markAllSeen(tx, player.id)
    await cupsForClub.hide(tx, player.id, !is_active)
    await playerFacts.switchClub(tx, player.id, !is_active)
    await tellPlayer(tx, player.id, 'account')
  })
  return null
}

export const getActive: Operation<'loyalty.getActive'> = async (ctx) => ({
  is_active: (await clubFlags(ctx)).isOn && (await readClubPlayer(ctx.sql, ctx.player.id)).isActive,
})
