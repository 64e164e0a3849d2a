import { bonusTerms } from '@croupier/contract/promotion-terms'
import { describe, expect, test } from 'vitest'
import { plainTerms } from '../../test/bonuses.ts'
import { rulesOf } from '../jurisdiction/jurisdiction.ts'
import { lawfulOpening, requirementOf, termsOfItself } from './terms.ts'

describe('what is to be wagered', () => {
  const terms = { ...plainTerms, wagering: { basis: 'deposit', times: 12.5 } }

  test('follows the basis: the bonus, the deposit, or both', () => {
    const by = (basis: string) =>
      requirementOf(bonusTerms.parse({ ...terms, wagering: { basis, times: 12.5 } }), 1_000n, 401n) / 10_000n
    expect([by('bonus'), by('deposit'), by('both')]).toEqual([12_500n, 5_012n, 17_512n])
  })

  test('of a bonus that came with no deposit is of itself, whatever it was before', () => {
    const late = bonusTerms.parse(termsOfItself(terms))
    expect(requirementOf(late, 1_500n, 0n)).toBe(18_750n * 10_000n)
    expect({ ...late, wagering: null }).toEqual({ ...bonusTerms.parse(terms), wagering: null })
  })
})

describe('a bonus that opens', () => {
  const opening = {
    mode: 'sticky',
    amount: 1_000n,
    required: 30_000n * 10_000n,
    maxConversion: null,
    asksFirst: false,
    contributions: {
      games: { plinth: 0 },
      types: { casino: 1_000 },
      rest: 10_000,
      excluded: { games: [], types: [], providers: [] },
    },
  } as const

  test('is as it was promised where the law of the place has nothing against it', () => {
    expect(lawfulOpening(opening, rulesOf('default').promotions)).toEqual(opening)
  })

  test('is as the British law allows: own money first, asked first, ten times, games in full or not at all', () => {
    const lawful = lawfulOpening(opening, rulesOf('uk').promotions)
    expect(lawful).toMatchObject({ mode: 'non_sticky', asksFirst: true, required: 10_000n * 10_000n, amount: 1_000n })
    expect(lawful.contributions).toMatchObject({ games: { plinth: 0 }, types: { casino: 10_000 }, rest: 10_000 })
    const small = { ...opening, mode: 'isolated', required: 5_000n * 10_000n } as const
    expect(lawfulOpening(small, rulesOf('uk').promotions)).toMatchObject({ mode: 'isolated', required: small.required })
  })
})
