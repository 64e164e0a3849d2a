import { describe, expect, test } from 'vitest'
import { effort } from '../../../test/effort.ts'
import { inLanes, Model, modelHouse, type Op, start } from '../../../test/wallet-model.ts'

/** Every order of a few calls, against the model. */

const { ask, receivable, balancesNow, players: newPlayers } = await modelHouse()

/** Each rollback means the last bet or win that none before it meant; else the next that comes. */
function opsOf(word: string, name: string): Op[] {
  const ops: Op[] = []
  const acts = [...word].map((letter, at) => ({ letter, id: `${name}.${at}` }))
  const meantBefore = new Set<string>()
  for (const [at, { letter, id }] of acts.entries()) {
    const isAct = (each: { letter: string; id: string }) => each.letter !== 'R' && !meantBefore.has(each.id)
    const meant = acts.slice(0, at).findLast(isAct) ?? acts.slice(at + 1).find(isAct)
    if (letter === 'R' && meant) meantBefore.add(meant.id)
    ops.push({
      kind: letter === 'B' ? 'bet' : letter === 'W' ? 'win' : 'rollback',
      id,
      round: name,
      staked: letter === 'B' ? BigInt(500 + at) : 0n,
      won: letter === 'W' ? BigInt(300 + at) : 0n,
      meant: letter === 'R' ? (meant?.id ?? `${name}.ghost`) : '',
    })
  }
  return ops
}

const words = (length: number): string[] =>
  length === 0 ? [''] : words(length - 1).flatMap((word) => ['B', 'W', 'R'].map((letter) => word + letter))
const upTo = (length: number) => Array.from({ length }, (_, at) => words(at + 1)).flat()
const { orderLength, racedLength } = effort
const [all, raced] = [upTo(orderLength), upTo(racedLength)]

describe('all orders of bets, wins and rollbacks', () => {
  test(`up to ${orderLength}, one after the other`, { timeout: 180_000 }, async () => {
    expect(new Set(all).size).toBe((3 ** (orderLength + 1) - 3) / 2)
    const owedBefore = await receivable()
    const players = await newPlayers(all.length)
    const models = all.map(() => new Model(start.minor))
    const wrong: string[] = []
    await inLanes(all, 64, async (word, at) => {
      const [player, model] = [players[at], models[at]]
      if (!player || !model) throw new Error('no player')
      for (const op of opsOf(word, `s-${word}`)) {
        const [wanted, said] = [model.step(op), await ask(player, op)]
        if (wanted !== said) wrong.push(`${word} ${op.id}: ${wanted}, but ${said}`)
      }
    })
    expect(wrong).toEqual([])
    expect(await balancesNow(players)).toEqual(models.map(({ balance }) => balance))
    expect((await receivable()) - owedBefore).toBe(models.reduce((sum, { owed }) => sum + owed, 0n))
  })

  test(`up to ${racedLength}, all at once: as in some order`, { timeout: 180_000 }, async () => {
    const players = await newPlayers(raced.length)
    const answers: string[][] = []
    await inLanes(raced, 16, async (word, at) => {
      const player = players[at]
      if (!player) throw new Error('no player')
      answers[at] = await Promise.all(opsOf(word, `p-${word}`).map((op) => ask(player, op)))
    })
    const balances = await balancesNow(players)
    const wrong = raced.flatMap((word, at) => {
      const ops = opsOf(word, `p-${word}`)
      const said = `${answers[at]?.join()} ${balances[at]}`
      return orders(ops).some((order) => outcome(order, ops) === said) ? [] : [`${word}: ${said}`]
    })
    expect(wrong).toEqual([])
  })

  const outcome = (order: readonly Op[], ops: readonly Op[]) => {
    const model = new Model(start.minor)
    const said = new Map(order.map((op) => [op.id, model.step(op)]))
    return `${ops.map(({ id }) => said.get(id)).join()} ${model.balance}`
  }

  const orders = (ops: readonly Op[]): Op[][] =>
    ops.length === 0
      ? [[]]
      : ops.flatMap((op) => orders(ops.filter((each) => each !== op)).map((rest) => [op, ...rest]))
})
