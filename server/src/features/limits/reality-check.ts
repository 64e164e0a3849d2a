import type { Operation } from '../../context.ts'
import { seeReality, setReality } from './presence-store.ts'
import { keepQuiet } from './sign-store.ts'

export const setRealityCheck: Operation<'account.setRealityCheck'> = async ({ sql, player }, { minutes }) => {
  await setReality(sql, player.id, minutes === 0 ? null : minutes)
  return null
}

export const confirmRealityCheck: Operation<'account.confirmRealityCheck'> = async ({ sql, player }) => {
  await seeReality(sql, player.id)
  await keepQuiet(sql, [player.id])
  return null
}
