import type { Operation } from '../../context.ts'
import { isHidden, setHidden } from './hidden-store.ts'

export const getHidden: Operation<'leaderboard.getHidden'> = async ({ sql, player }) => ({
  is_hidden: await isHidden(sql, player.id),
})

export const hide: Operation<'leaderboard.setHidden'> = async ({ sql, player }, { is_hidden }) => {
  await setHidden(sql, player.id, is_hidden)
  return null
}
