import type { Announce } from '../../../happenings.ts'
import type { Companion } from '../batch/companion.ts'

/** Tells those who listen which rounds for money the batch closed, or changed after they were closed. */
export const closedRoundsCompanion = (announce: Announce): Companion => ({
  name: 'closed rounds',
  place: 'purses',
  async open(tx) {
    const rounds = new Map<string, { provider: string; round: string }>()
    return {
      took({ provider, round }, { round: after }) {
        if (after?.isClosed && after.mode === 'real') rounds.set(`${provider}/${round}`, { provider, round })
      },
      write: async () => {
        if (rounds.size > 0) await announce(tx, 'round.closed', { rounds: [...rounds.values()] })
      },
    }
  },
})
