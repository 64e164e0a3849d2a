import type { Config } from '../../../config.ts'
import type { Announce } from '../../../happenings.ts'
import { type Companion, checkCompanions } from '../batch/companion.ts'
import { ownCompanion } from '../own/batch.ts'
import { tableCompanion } from '../table/batch.ts'
import { closedRoundsCompanion } from './closed-rounds.ts'
import { freeSpinsCompanion } from './free-spins.ts'
import { limitsCompanion } from './limits.ts'
import { potsCompanion } from './pots.ts'
import { switchesCompanion } from './switches.ts'

type CompanionOptions = { config: Pick<Config, 'jurisdiction'>; announce: Announce }

/** All who stand beside a batch, in the order of their locks. A new one is one line here. */
export const allCompanions = ({ config, announce }: CompanionOptions): readonly Companion[] =>
  checkCompanions([
    limitsCompanion(config),
    switchesCompanion,
    freeSpinsCompanion,
    ownCompanion(config),
    tableCompanion(config),
    potsCompanion,
    closedRoundsCompanion(announce),
  ])
