import type { Config } from '../../../config.ts'
import type { Announce } from '../../../happenings.ts'
import { type Companion, checkCompanions } from '../batch/companion.ts'
import { ownCompanion } from '../own/batch.ts'
import type { ChanceKey } from '../sealed-chance.ts'
import { tableCompanion } from '../table/batch.ts'
import { freeSpinsCompanion } from './free-spins.ts'
import { limitsCompanion } from './limits.ts'
import { potsCompanion } from './pots.ts'
import { switchesCompanion } from './switches.ts'

/** Tells those who listen which rounds for money the batch closed, or changed after they were closed. */
const closedRoundsCompanion = (announce: Announce): Companion => ({
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

type CompanionOptions = { config: Pick<Config, 'jurisdiction'>; announce: Announce; keys: ChanceKey }

/** All who stand beside a batch, in the order of their locks. A new one is one line here. */
export const allCompanions = ({ config, announce, keys }: CompanionOptions): readonly Companion[] =>
  checkCompanions([
    limitsCompanion(config),
    switchesCompanion,
    freeSpinsCompanion(announce),
    ownCompanion({ config, keys }),
    tableCompanion({ config, keys }),
    potsCompanion,
    closedRoundsCompanion(announce),
  ])
