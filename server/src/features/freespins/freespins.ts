import type { Operations } from '../../context.ts'
import { getPacks } from './get-packs.ts'

export { activePacks, addPack, endPack, packsFor, type SeenPack, type Use, usePacks } from './store.ts'

export const freespinsMethods = {
  'freespins.get': getPacks,
} satisfies Partial<Operations>
