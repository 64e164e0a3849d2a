import { useState } from 'react'
import { useStepReport } from '../../session/report-step.ts'
import { type Checked, claimOf, compare, type Obstacle, type Sealed } from './verify-rules.ts'

/** `gone`: the mathematics of this version are no longer here. `broken`: the code did not come, or the seed is none. */
export type VerifyTrouble = Obstacle | 'gone' | 'broken'

export type Verification =
  | { state: 'idle' | 'busy' }
  | { state: 'trouble'; trouble: VerifyTrouble }
  | { state: 'done'; checked: Checked }

/** Recomputes a round here, in the browser. The mathematics of the games come with the first wish for it. */
export function useVerify() {
  const [verification, set] = useState<Verification>({ state: 'idle' })
  const report = useStepReport()
  const verify = async (sealed: Sealed | Obstacle) => {
    if (typeof sealed === 'string') return set({ state: 'trouble', trouble: sealed })
    const claim = claimOf(sealed)
    if (!claim) return set({ state: 'trouble', trouble: 'unreadable' })
    set({ state: 'busy' })
    const { verifyRound, UnknownGame } = await import('@croupier/studio/verify').catch(() => ({
      verifyRound: null,
      UnknownGame: null,
    }))
    if (!verifyRound) return set({ state: 'trouble', trouble: 'broken' })
    try {
      set({ state: 'done', checked: compare(sealed, await verifyRound(claim)) })
      report('fairness_checked')
    } catch (error) {
      set({ state: 'trouble', trouble: error instanceof UnknownGame ? 'gone' : 'unreadable' })
    }
  }
  return { verification, verify, forget: () => set({ state: 'idle' }) }
}
