import { describe, expect, test } from 'vitest'
import { chanceFrom } from '../test/chance.ts'
import { counted, patience } from '../test/effort.ts'
import { fixturesFor, proofOf } from '../test/proofs.ts'
import { type MatchProof, verifyMatch } from './verify.ts'

/** Numbers of names: chance that needs no secret. */
const numberOf = (text: string) => [...text].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), 7)
const draws = (seed: string) => chanceFrom(numberOf(seed))
const hashOf = (seed: string) => `hash of ${seed}`
const verdictOn = (proof: MatchProof) => verifyMatch(proof, { draws, hashOf })

const fixtures = fixturesFor(draws, counted(2, 400))
const proofs = () =>
  fixtures.map((fixture) => {
    const seed = `event:${fixture.ref}`
    return proofOf(draws, fixture, { seed, seed_hash: hashOf(seed) })
  })

test(
  'a match that was shown as it was played is right, with all that was taken back and corrected in between',
  () => {
    const all = proofs()
    expect(new Set(all.map(({ sport }) => sport)).size).toBe(5)
    let whole = 0
    for (const proof of all) {
      const verdict = verdictOn(proof)
      expect(['right', 'unsure'], JSON.stringify([proof.ref, verdict])).toContain(verdict.kind)
      if (proof.facts.some(({ kind }) => kind === 'finish'))
        expect(verdict).toMatchObject({ kind: 'right', isFinished: true })
      if (verdict.kind === 'right') whole += 1
    }
    expect(whole).toBeGreaterThan(all.length * 0.98)
  },
  patience,
)

const football = () => {
  const found = proofs().find(({ sport, facts }) => sport === 'football' && facts.some(({ kind }) => kind === 'finish'))
  if (!found) throw new Error('no football')
  return found
}

describe('what was changed is found', () => {
  const lies: [string, (proof: MatchProof) => MatchProof, string | RegExp][] = [
    ['another seed', (proof) => ({ ...proof, seed: 'event:another' }), 'the seed does not have the hash'],
    [
      'another seed with its hash',
      (proof) => ({ ...proof, seed: 'another', seed_hash: hashOf('another') }),
      /^fact \d+ of those that stand comes out as/,
    ],
    [
      'other strengths',
      (proof) => ({ ...proof, model: { sport: 'football', params: { home: 3, away: 0.4 } } }),
      /^fact \d+ of those that stand/,
    ],
    ['another sport', (proof) => ({ ...proof, sport: 'hockey' }), 'another sport'],
    ['a fact left out', (proof) => ({ ...proof, facts: proof.facts.filter((_, at) => at !== 5) }), /^fact 6 of those/],
    [
      'the end left out',
      (proof) => ({
        ...proof,
        facts: [...proof.facts, { kind: 'cancel', data: {}, seq: 999, cancels: proof.facts.length - 1 }],
      }),
      /^fact \d+ of those/,
    ],
    [
      'a goal more',
      (proof) => ({
        ...proof,
        facts: [...proof.facts, { kind: 'goal', data: { side: 1, minute: 90, how: 'play' }, seq: 999 }],
      }),
      'comes out as nothing',
    ],
    [
      'a fact that is none',
      (proof) => ({ ...proof, facts: [...proof.facts, { kind: 'touchdown', data: {}, seq: 999 }] }),
      'fact 999 is none',
    ],
    [
      'another result',
      (proof) => ({
        ...proof,
        results: proof.results.map((each, at) =>
          at === 0
            ? { ...each, outcomes: each.outcomes.map(([name, win, back, of]) => [name, of - win, back, of] as const) }
            : each,
        ),
      }),
      /^result\/.*, the record says/,
    ],
    [
      'an outcome left out that had won',
      (proof) => ({
        ...proof,
        results: proof.results.map((each, at) =>
          at === 0 ? { ...each, outcomes: each.outcomes.filter(([, win]) => win === 0) } : each,
        ),
      }),
      'the record says nothing',
    ],
    [
      'an outcome that is none',
      (proof) => ({
        ...proof,
        results: proof.results.map((each, at) =>
          at === 0 ? { ...each, outcomes: [...each.outcomes, ['3', 0, 0, 1] as const] } : each,
        ),
      }),
      'outcomes that it cannot have',
    ],
    [
      'a decided market that is void',
      (proof) => ({
        ...proof,
        results: proof.results.map((each) => ({ ...each, outcomes: [], void_reason: 'OPERATOR' })),
      }),
      'was decided by play',
    ],
    [
      'a market that is none',
      (proof) => ({
        ...proof,
        results: [{ type: 'throw_ins', period: 'ft', line: null, outcomes: [], void_reason: null }],
      }),
      'is no market of football',
    ],
  ]
  test.each(lies)('%s', { timeout: patience }, (_, lie, where) => {
    expect(verdictOn(football()).kind).toBe('right')
    const verdict = verdictOn(lie(football()))
    expect(verdict.kind).toBe('wrong')
    if (verdict.kind === 'wrong') expect(verdict.where).toMatch(where)
  })

  test('a match that was broken off is right as far as it was told, and where it is not nobody can say', () => {
    const { facts, ...proof } = football()
    const half = facts.slice(0, Math.floor(facts.length / 2))
    const shown = { ...proof, facts: half, results: [] }
    expect(verdictOn(shown)).toMatchObject({ kind: 'right', isFinished: false })
    expect(verdictOn({ ...shown, facts: half.filter((_, at) => at !== 3) })).toMatchObject({ kind: 'unsure' })
    const early = { type: 'result', period: 'ft', line: null, outcomes: [['1', 1, 0, 1] as const], void_reason: null }
    expect(verdictOn({ ...shown, results: [early] })).toMatchObject({ where: expect.stringContaining('not decided') })
    expect(verdictOn({ ...shown, results: [{ ...early, outcomes: [], void_reason: 'ABANDONED' }] })).toMatchObject({
      kind: 'right',
    })
  })
})
