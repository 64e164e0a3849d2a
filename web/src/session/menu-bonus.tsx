import { useOpenBonus } from './open-bonus.ts'
import { PurseBonus } from './purse-bonus.tsx'

/** What the menu of the balance says of the open bonus; comes with the first opening. */
export default function MenuBonus() {
  const bonus = useOpenBonus(true)
  return bonus && <PurseBonus bonus={bonus} />
}
