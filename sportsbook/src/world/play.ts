import type { Side, SportFacts } from '../facts.ts'
import { sampleBasketball } from '../models/basketball-sample.ts'
import { type Draws, other, type Told } from '../models/chain.ts'
import { sampleFootball } from '../models/football-sample.ts'
import { sampleHockey } from '../models/hockey-sample.ts'
import { sampleShooter } from '../models/shooter-sample.ts'
import { setsWon, tennisPosition } from '../models/tennis-chain.ts'
import { sampleTennis } from '../models/tennis-sample.ts'
import type { WorldChance } from './chance.ts'
import type { Model } from './strength.ts'

export type AnyFact = SportFacts[keyof SportFacts]

function sample(model: Model, draws: Draws): Told<AnyFact>[] {
  if (model.sport === 'football') return sampleFootball(model.params, draws)
  if (model.sport === 'tennis') return sampleTennis(model.params, draws)
  if (model.sport === 'basketball') return sampleBasketball(model.params, draws)
  return model.sport === 'hockey' ? sampleHockey(model.params, draws) : sampleShooter(model.params, draws)
}

/** How a match goes, by its own seed. */
export const playMatch = (chance: WorldChance, { ref, model }: { ref: string; model: Model }): Told<AnyFact>[] =>
  sample(model, chance(`event:${ref}`))

/** Who goes on from a match of a cup or a draw. */
export function winnerOf(chance: WorldChance, fixture: { ref: string; model: Model }): Side {
  const { model, ref } = fixture
  const draws = chance(`event:${ref}`)
  if (model.sport === 'football') {
    const qualified = sampleFootball(model.params, draws).find(({ fact }) => fact.kind === 'qualified')?.fact
    if (qualified?.kind === 'qualified') return qualified.data.side
  }
  if (model.sport === 'tennis') {
    const facts = sampleTennis(model.params, draws).map(({ fact }) => fact)
    const left = facts.find(({ kind }) => kind === 'retired' || kind === 'walkover')
    if (left?.kind === 'retired' || left?.kind === 'walkover') return other(left.data.side)
    const [home, away] = setsWon(tennisPosition(model.params, facts).sets)
    return home > away ? 1 : 2
  }
  throw new Error(`${ref} is no match of a cup or a draw`)
}
