import type { BetTry } from './place-rules.ts'
import type { PickNow } from './slip-prices.ts'

type Offered = { pick: string; price: number; version: number }

const isOffered = (value: unknown): value is Offered =>
  typeof value === 'object' &&
  value !== null &&
  'pick' in value &&
  typeof value.pick === 'string' &&
  'price' in value &&
  typeof value.price === 'number' &&
  'version' in value &&
  typeof value.version === 'number'

/** The prices of a refusal that offers others. */
function offerOf({ no }: Pick<BetTry, 'no'>): readonly Offered[] {
  const offer = no?.reason === 'ODDS_CHANGED' ? no.data.offer : null
  if (typeof offer !== 'object' || offer === null || !('picks' in offer) || !Array.isArray(offer.picks)) return []
  return offer.picks.filter(isOffered)
}

/** A refusal may know of a price before the stream has told of it. */
export function offeredNows(
  nows: ReadonlyMap<string, PickNow>,
  tries: readonly Pick<BetTry, 'no'>[],
): ReadonlyMap<string, PickNow> {
  const offers = tries.flatMap(offerOf)
  if (offers.length === 0) return nows
  const merged = new Map(nows)
  for (const { pick, price, version } of offers) {
    const now = merged.get(pick)
    if (now?.state === 'open' && now.version < version) merged.set(pick, { ...now, price, version })
  }
  return merged
}
