import type { Operations } from '../../context.ts'
import { getPacks } from './get-packs.ts'

export {
  activePacks,
  addPack,
  endPack,
  packsFor,
  packsOwed,
  readPack,
  type SeenPack,
  setPackBonus,
  type Use,
  usePacks,
} from './store.ts'
export { tellEndingPacks, tellPackReady } from './tell.ts'

export const freespinsMethods = {
  'freespins.get': getPacks,
} satisfies Partial<Operations>
