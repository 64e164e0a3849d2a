import { describe, expect, test } from 'vitest'
import { bonusHouse, storyGames } from '../../test/bonus-house.ts'
import type { ModelTerms } from '../../test/bonus-model/types.ts'
import { wrongRows } from '../../test/bonus-rows.ts'
import type { Command } from '../../test/bonus-seat.ts'
import { beginModel, compareHolding, modelAlone, report, stepBoth } from '../../test/bonus-telling.ts'
import { effort } from '../../test/effort.ts'
import { inLanes } from '../../test/wallet-model.ts'

/** Every order of a few calls in one round, in each mode, with the stake that completes the bonus at each place. */

const { db, seats: newSeats, work } = await bonusHouse()
const game = storyGames.slot
/** What the terms ask for: more than is ever staked here. */
const endless = ({ amount }: Scene) => amount * 200n * 10_000n

const plain: ModelTerms = {
  ...{ mode: 'sticky', principal: 'converts', counts: 'bonus', maxBet: null, minBalance: 20n, maxConversion: null },
  contributions: { games: {}, types: {}, default: 10_000n },
  excluded: { games: [], types: [], studios: [] },
  ...{ onWithdrawal: 'forfeit', asksFirst: false, basis: 'bonus', times: 20_000n, days: 7, takeDays: 30, priority: 0 },
}
/** The first stake is mixed where it can be, and the last ones find too little. */
const scenes = [
  { main: 1_100n, amount: 300n, terms: { ...plain, mode: 'sticky', principal: 'stays', maxConversion: 50n } },
  { main: 200n, amount: 1_200n, terms: { ...plain, mode: 'non_sticky', maxConversion: 400n } },
  { main: 200n, amount: 1_200n, terms: { ...plain, mode: 'isolated', maxConversion: 600n } },
] as const

/** Each rollback means the last bet or win that none before it meant; else the next that comes. */
function commandsOf(word: string, name: string): Command[] {
  const acts = [...word].map((letter, at) => ({ letter, id: `${name}.${at}` }))
  const meantBefore = new Set<string>()
  return acts.map(({ letter, id }, at) => {
    const place = { id, round: name, game }
    if (letter === 'B') return { kind: 'bet', ...place, amount: BigInt(500 + at), isClosed: false }
    if (letter === 'W') return { kind: 'win', ...place, amount: BigInt(300 + at), isClosed: false }
    const isAct = (each: { letter: string; id: string }) => each.letter !== 'R' && !meantBefore.has(each.id)
    const meant = acts.slice(0, at).findLast(isAct) ?? acts.slice(at + 1).find(isAct)
    if (meant) meantBefore.add(meant.id)
    return { kind: 'rollback', ...place, reference: meant?.id ?? `${name}.ghost` }
  })
}

const words = (length: number): string[] =>
  length === 0 ? [''] : words(length - 1).flatMap((word) => ['B', 'W', 'R'].map((letter) => word + letter))
const most = effort.bonusOrderLength
const all = Array.from({ length: most }, (_, at) => words(at + 1)).flat()

type Scene = (typeof scenes)[number]
const beginning = ({ terms, amount }: Scene, name: string, required: bigint): Command => ({
  ...{ kind: 'give', key: `${name}:grant`, terms, amount, deposit: 0n, required },
})

/** What has to be wagered so that each of the stakes in turn is the one that completes it; at last none of them. */
function requirementsOf(scene: Scene, word: string): bigint[] {
  const seen = modelAlone(scene.main, [beginning(scene, 'dry', endless(scene)), ...commandsOf(word, 'dry')])
  const reached = [...new Set(seen)].filter((progress) => progress > 0n)
  // Every other one is reached with a little too much.
  return [...reached.map((progress, at) => progress - BigInt(at % 2) * 7n), endless(scene)]
}

const trials = scenes.flatMap((scene) =>
  all.flatMap((word) => requirementsOf(scene, word).map((required, at) => ({ scene, word, required, at }))),
)

describe('all orders of bets, wins and rollbacks with a bonus', () => {
  test(`up to ${most}, completed by each of the stakes: ${trials.length} of them`, {
    timeout: 300_000 * effort.timeoutFactor,
  }, async () => {
    const wrong: string[] = []
    const states = new Set<string>()
    const told = trials.map(({ scene }) => beginModel(scene.main))
    const amounts = trials.map(({ scene }) => scene.main)
    const seats = await newSeats(amounts, game)
    // Fewer at a time than a node has connections: on a busy machine the rest would wait too long for one.
    await inLanes(trials, 12, async ({ scene, word, required, at }, index) => {
      const name = `${scene.terms.mode}-${word}-${at}`
      const [seat, beside] = [seats[index], told[index]]
      if (!seat || !beside) throw new Error('no seat')
      for (const command of [beginning(scene, name, required), ...commandsOf(word, name)]) {
        const { wrong: found } = await stepBoth(seat, beside, command)
        if (found.length === 0) continue
        beside.isWrong = true
        wrong.push(report(name, found, beside))
        return
      }
    })
    await work()
    for (const [at, beside] of told.entries()) {
      const seat = seats[at]
      if (!seat || beside.isWrong) continue
      beside.model.runJobs()
      const found = [...beside.watch.look(), ...(await compareHolding(seat, beside))]
      if (found.length > 0) wrong.push(report(trials[at]?.word ?? '', found, beside))
      for (const { state } of beside.model.bonuses) states.add(state)
    }
    expect(wrong.slice(0, 5).join('\n\n')).toBe('')
    expect(states).toEqual(new Set(['active', 'completed']))
    const sum = (purse: 'promotions' | 'receivable' | 'game') =>
      told.reduce((total, { model }) => total + model.purse(purse), 0n)
    const owed = new Map((['promotions', 'receivable', 'game'] as const).map((purse) => [`${purse} EUR`, sum(purse)]))
    expect(await wrongRows(db, owed)).toEqual([])
  })
})
