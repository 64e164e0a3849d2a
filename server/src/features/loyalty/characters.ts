import { characterDays } from '@croupier/contract/loyalty'
import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Operation } from '../../context.ts'
import { readProfile } from '../account/account.ts'
import { live } from '../campaigns/campaigns.ts'
import { gate } from '../limits/limits.ts'
import { lockMember } from './points.ts'
import { characterWaits, isEarning } from './rules.ts'
import { addCharacter, readCharacterChoice } from './store.ts'
import { readClubTerms } from './terms.ts'
import { clubFlags } from './texts.ts'

export const getCharacters: Operation<'loyalty.getcharacters'> = async (ctx, { count, offset }) => {
  const { sql: db, player } = ctx
  if (!(await clubFlags(ctx)).hasCharacters) return { items: [], total: 0, offset, limit: count }
  const [{ auth }, published, programs, choice] = await Promise.all([
    ctx.content.config(ctx.locale),
    live.characters.all(db),
    live['loyalty-programs'].all(db),
    player && readCharacterChoice(db, player.id),
  ])
  const boosts = new Map(
    published.filter(({ stoppedAt }) => !stoppedAt).map(({ sysname, terms }) => [sysname, terms.boosts]),
  )
  // What makes no difference is not promised.
  const isEarned = (type: string) =>
    programs.some(({ stoppedAt, terms }) => !stoppedAt && isEarning(terms.product, type))
  const own = player && (choice?.character ?? (await readProfile(db, player.id)).characterId)
  const from = choice ? characterWaits(choice.chosenAtMs, choice.nowMs, characterDays) : null
  const items = auth.characters.map(({ id, name, image, text }) => ({
    ...{ id, name, image, text },
    boosts: Object.fromEntries(
      Object.entries(boosts.get(id) ?? {})
        .filter(([type]) => isEarned(type))
        .map(([type, parts]) => [type, String(Number(parts) / 100)]),
    ),
    is_own: id === own,
    can_choose: player !== null && !player.isPayoutOnly && id !== own && from === null,
    from: from?.toISOString() ?? null,
  }))
  return { items: items.slice(offset, offset + count), total: items.length, offset, limit: count }
}

/** Points and level stay. The same dealer again is no change. */
export const setCharacter: Operation<'loyalty.setcharacter'> = async (ctx, { id }) => {
  const { player, config } = ctx
  const { auth } = await ctx.content.config(ctx.locale)
  const { hasCharacters } = await clubFlags(ctx)
  if (!hasCharacters || !auth.characters.some((character) => character.id === id)) {
    throw wrongField('UNKNOWN_CHARACTER', 'id', 'No such dealer')
  }
  await ctx.begin(async (tx) => {
    await gate(tx, { playerId: player.id, want: 'standing', jurisdiction: config.jurisdiction })
    await lockMember(tx, player.id, await readClubTerms(tx))
    const choice = await readCharacterChoice(tx, player.id)
    if (choice?.character === id) return
    const from = choice && characterWaits(choice.chosenAtMs, choice.nowMs, characterDays)
    if (from) {
      throw new Refusal('InvalidParameter:CHARACTER_WAITS', {
        message: 'Another dealer can be chosen later',
        fields: { id: ['CHARACTER_WAITS'] },
        data: { from: from.toISOString() },
      })
    }
    await addCharacter(tx, { playerId: player.id, character: id })
  })
  return null
}
