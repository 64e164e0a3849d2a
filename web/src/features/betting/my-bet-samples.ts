import type { WireBet } from '@croupier/contract/methods/bets'
import type { BetLeg } from './my-bet-rules.ts'

/** Bets for tests. */

export const eur = (amount: string) => ({ amount, currency: 'EUR' })
const results = {
  won: { win: 1, back: 0, of: 1, void_reason: null },
  lost: { win: 0, back: 0, of: 1, void_reason: null },
  void: { win: 0, back: 1, of: 1, void_reason: 'ABANDONED' },
  halfWon: { win: 1, back: 1, of: 2, void_reason: null },
  undecided: null,
}

export const legOf = (id: number, state: keyof typeof results = 'undecided', more: Partial<BetLeg> = {}): BetLeg => ({
  pick: `${id}/result/ft/-/1`,
  event: {
    ...{ id, slug: 'a-b', sport: 'football', home: 'A', away: 'B', starts_at: '2026-11-17T18:00:00.000Z' },
    ...{ state: 'open', score: null, is_simulated: false },
  },
  market: { id, type: 'result', period: 'ft', line: null },
  ...{ outcome: '1', price_asked: 2_000, price: 2_000, is_live: false, is_banker: false },
  result: results[state],
  parts: [],
  ...more,
})

export const betOf = (more: Partial<WireBet> = {}): WireBet => ({
  ...{ id: '7', key: 'key-of-a-bet', number: 1, state: 'open', kind: 'single', sizes: [1], combinations: 1 },
  ...{ mode: 'real', policy: 'better', is_free_bet: false, boost_percent: 0, is_under_review: false },
  ...{ stake: eur('10.00'), stake_open: eur('10.00'), possible: eur('20.00'), returned: eur('0.00') },
  ...{ boost: eur('0.00'), rules: 'football/1', asked_at: '2026-11-17T10:00:00.000Z', decide_at: null },
  ...{ accepted_at: '2026-11-17T10:00:01.000Z', settled_at: null, refused: null, legs: [legOf(1)] },
  ...{ auto_cash_out: null, cash_out: null, edited_into: null, edited_from: null },
  ...more,
})
