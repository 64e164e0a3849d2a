import { type ComponentProps, lazy, Suspense } from 'react'
import { useShell } from '../../shell.ts'

export { askCashoutCups, type CashoutCup, CashoutNotice } from './cashout-notice.tsx'
export { CupHomeCard, type HomeCup, homeCupFields } from './cup-home-card.tsx'
export {
  type CountedThing,
  hasScore,
  hundredthsOf,
  isAbout,
  multipleOf,
  overOf,
  tidy,
  versionIn,
} from './cup-rules.ts'
export { usePrizeText, useScoreText } from './cup-words.ts'

const Cards = lazy(async () => ({ default: (await import('./game-cups.tsx')).GameCupCards }))

/** Comes after the game: nothing of it is waited for. None for a player who has switched the club off. */
export function GameCups(props: ComponentProps<typeof Cards>) {
  const { features } = useShell()
  if (features.isClubHidden) return null
  return (
    <Suspense fallback={null}>
      <Cards {...props} />
    </Suspense>
  )
}
