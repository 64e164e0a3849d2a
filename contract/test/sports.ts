import type { SportsEventCard, SportsMarket } from '../src/methods/sports.ts'

/** An open match result. */
export const marketOf = (more: Partial<SportsMarket> = {}): SportsMarket => ({
  ...{ id: 7, type: 'result', period: 'ft', line: null, state: 'open', cause: null, version: 1, is_live: true },
  ...{ outcomes: ['1', 'x', '2'], prices: [2100, 3250, 3550] },
  ...more,
})

/** A football match to come. */
export const cardOf = (more: Partial<SportsEventCard> = {}): SportsEventCard => ({
  ...{ id: 40, slug: 'real-alameda-torre-azul', sport: 'football', category: { id: 2, name: 'Spain' } },
  tournament: { id: 17, name: 'Liga Primera', slug: 'liga-primera', tier: 'A' },
  home: { id: 101, name: 'Real Alameda', crest: '' },
  away: { id: 102, name: 'Torre Azul', crest: '' },
  ...{ starts_at: '2026-11-17T20:45:00.000Z', state: 'open', version: 1, has_live: true, is_simulated: true },
  ...{ is_silent: false, closed: null, clock: null, score: {}, facts: 0, market_count: 48, market: marketOf() },
  ...more,
})
