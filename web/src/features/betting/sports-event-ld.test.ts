import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { cardOf } from '@croupier/contract/test/sports'
import { expect, test } from 'vitest'
import { eventSeo, sportsEventLd } from './sports-event-ld.ts'

const origin = 'https://croupier.example'
const eventOf = (more: Partial<SportsEventCard> = {}, firstStartsAt: string | null = null) => ({
  ...cardOf(more),
  first_starts_at: firstStartsAt,
})

test('a match is told to machines with its sides, time and league, and without prices', () => {
  const told = sportsEventLd(eventOf({ state: 'postponed' }), origin)
  expect(told).toMatchObject({
    '@type': 'SportsEvent',
    startDate: '2026-11-17T20:45:00.000Z',
    eventStatus: 'https://schema.org/EventPostponed',
    homeTeam: { '@type': 'SportsTeam', name: 'Real Alameda' },
    superEvent: { name: 'Liga Primera' },
    url: `${origin}/betting/event/40/real-alameda-torre-azul`,
  })
  expect(JSON.stringify(told)).not.toMatch(/offer|price|odds|2100|stake/i)
})

test('a match with another date than the first says both, unless it is off', () => {
  const first = '2026-11-16T20:45:00.000Z'
  expect(sportsEventLd(eventOf({}, first), origin)).toMatchObject({
    eventStatus: 'https://schema.org/EventRescheduled',
    startDate: '2026-11-17T20:45:00.000Z',
    previousStartDate: first,
  })
  expect(sportsEventLd(eventOf({ state: 'cancelled' }, first), origin).eventStatus).toMatch(/EventCancelled$/)
  expect(sportsEventLd(eventOf(), origin)).not.toHaveProperty('previousStartDate')
  expect(sportsEventLd(eventOf(), origin).eventStatus).toMatch(/EventScheduled$/)
})

test('two persons have no home side', () => {
  const told = sportsEventLd(eventOf({ sport: 'tennis' }), origin)
  expect(told).not.toHaveProperty('homeTeam')
  expect(told).toHaveProperty('competitor.1', { '@type': 'Person', name: 'Torre Azul' })
})

test('a made-up match is for searchers of the sandbox alone', () => {
  const seen = (isSimulated: boolean, isSandbox: boolean) =>
    eventSeo(eventOf({ is_simulated: isSimulated }), { origin, isSandbox }).isIndexed
  expect([seen(true, false), seen(true, true), seen(false, false)]).toEqual([false, true, true])
  expect(eventSeo(eventOf(), { origin, isSandbox: true }).seoTokens.day).toBe('17.11.2026')
})
