import { bonuses } from './cases/bonuses.ts'
import { form } from './cases/form.ts'
import { freeSpins } from './cases/free-spins.ts'
import { keys } from './cases/keys.ts'
import { money } from './cases/money.ts'
import { rollbacks } from './cases/rollbacks.ts'
import { rounds } from './cases/rounds.ts'
import { seats } from './cases/seats.ts'
import { signing } from './cases/signing.ts'
import type { Case } from './kit.ts'

export const cases: readonly Case[] = [
  ...signing,
  ...rounds,
  ...keys,
  ...rollbacks,
  ...seats,
  ...money,
  ...form,
  ...freeSpins,
  ...bonuses,
]
