export { askPacks, FreeSpinPacks } from './packs.tsx'
