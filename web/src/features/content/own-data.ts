import type { Call } from '@croupier/contract/contract'
import { isOpenBonus } from '../bonuses/bonuses.tsx'
import { homeCupFields } from '../cups/cups.tsx'
import type { OwnKinds, OwnThings } from './own-things.ts'

const mostBets = 3

/** A page is worth more than what stands on it: what fails is reported and left out. */
export async function askOwn(
  call: Call,
  { hasCups, hasBonusMoney, hasBets }: OwnKinds,
  report: (fault: unknown) => void,
): Promise<OwnThings> {
  const orNone = <T>(asked: Promise<{ items: T[] }>): Promise<T[]> =>
    asked.then(
      ({ items }) => items,
      (fault: unknown) => {
        report(fault)
        return []
      },
    )
  const [cups, bonuses, bets] = await Promise.all([
    hasCups
      ? orNone(call('tournaments.get', { status: 'active', is_joined: '1', count: 1, fields: homeCupFields }))
      : [],
    hasBonusMoney ? orNone(call('bonuses.get', { count: 1 })) : [],
    hasBets ? orNone(call('bets.get', { states: 'open', count: mostBets })) : [],
  ])
  return { cup: cups[0] ?? null, bonus: bonuses.find(isOpenBonus) ?? null, bets }
}
