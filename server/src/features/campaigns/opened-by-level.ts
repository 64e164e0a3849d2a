import type { Db } from '../../context.ts'
import { readPlayerFacts, useOf } from './facts.ts'
import { offersOf } from './offers.ts'
import { judgeOffer } from './rules.ts'

/** Whether this level opens an offer to a player, to be taken as it is, which those up to the other did not. */
export async function isOfferOpened(
  db: Db,
  playerId: bigint,
  { level, above }: { level: number; above: number },
): Promise<boolean> {
  const known = await readPlayerFacts(db, playerId)
  const facts = { ...known.facts, level }
  return (await offersOf(db, known.live)).some(
    (offer) =>
      offer.terms.action === 'manual' &&
      (offer.terms.conditions.level ?? 0) > above &&
      judgeOffer(offer, facts, useOf(offer, known), known.now) === null,
  )
}
