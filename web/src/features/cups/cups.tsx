import { type ComponentProps, lazy, Suspense } from 'react'

export { askCashoutCups, type CashoutCup, CashoutNotice } from './cashout-notice.tsx'
export { hasScore, hundredthsOf, isAbout, multipleOf, tidy, versionIn } from './cup-rules.ts'
export { usePrizeText, useScoreText } from './cup-words.ts'

const Cards = lazy(async () => ({ default: (await import('./game-cups.tsx')).GameCupCards }))

/** Comes after the game: nothing of it is waited for. */
export const GameCups = (props: ComponentProps<typeof Cards>) => (
  <Suspense fallback={null}>
    <Cards {...props} />
  </Suspense>
)
