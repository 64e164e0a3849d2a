import { describe, expect, test } from 'vitest'
import { Watch } from './invariants.ts'
import { Walk } from './walk.ts'

const [stories, length] = [200, 100]

describe('the model by itself', () => {
  test(`holds what must hold after each of ${stories * length} random steps`, () => {
    const seen = new Map<string, number>()
    const note = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1)
    for (let seed = 1; seed <= stories; seed += 1) {
      const walk = new Walk(seed)
      const watch = new Watch(walk.model)
      const told: string[] = []
      for (let at = 0; at < length; at += 1) {
        const before = walk.model.ledger.length
        const step = walk.next()
        told.push(step.told)
        const wrong = watch.look(step)
        const { answer } = step
        if (answer.kind === 'no' && walk.model.ledger.length > before) wrong.push('a refusal moved money')
        expect(wrong, `story ${seed}: ${told.join(', ')}`).toEqual([])
        note(answer.kind === 'no' ? answer.reason : 'ok')
      }
      for (const { state, endReason, key, baseChanges } of walk.model.bonuses) {
        note(endReason === null ? state : `${state} ${endReason}`)
        note(`${key.split(':')[0]}`)
        if (baseChanges.slice(1).some((change) => change > 0n)) note('more after completion')
        if (baseChanges.slice(1).some((change) => change < 0n)) note('less after completion')
      }
      if (walk.model.purse('receivable') < 0n) note('receivable')
    }
    // What a walk must have met, so that the checks above have looked at it.
    const rules = ['BONUS_MAX_BET', 'BONUS_GAME_EXCLUDED', 'BONUS_START', 'INSUFFICIENT_FUNDS', 'BONUS_NOT_ISOLATED']
    const calls = [
      'KEY_CONFLICT',
      'ROLLED_BACK',
      'NO_BET',
      'ROUND_CLOSED',
      'ROUND_MISMATCH',
      'NOT_ROLLABLE',
      'GAME_CLOSED',
    ]
    const others = ['BONUS_OVER', 'BONUS_CHANGED', 'BURN_BONUSES', 'CURRENCY_FIXED', 'SELF_EXCLUDED', 'UNKNOWN_BONUS']
    const packs = ['PACK_UNKNOWN', 'PACK_USED', 'PACK_EXPIRED', 'pack', 'claim', 'late', 'grant']
    const ends = ['completed', 'lost', 'expired', 'paused', 'queued', 'issued', 'active']
    const reasons = ['player', 'operator', 'withdrawal', 'exclusion', 'deposit', 'currency'].map(
      (each) => `removed ${each}`,
    )
    const after = ['more after completion', 'less after completion', 'receivable']
    const missed = [rules, calls, others, packs, ends, reasons, after].flat().filter((each) => !seen.has(each))
    expect(missed).toEqual([])
  })
})
