export { PotCard } from './pot-card.tsx'
export { askPots, type Pot } from './pot-data.ts'
export { usePots } from './use-pots.ts'
