import type { Call } from '@croupier/contract/contract'
import type { WireOffer } from '@croupier/contract/methods/campaigns'

const mostOffers = 50

export const askOffers = async (call: Call): Promise<WireOffer[]> =>
  (await call('campaigns.getoffers', { count: mostOffers })).items

/** One by its name, however it stands; null where there is none. */
export async function askOffer(call: Call, id: string): Promise<WireOffer | null> {
  // A comma would name several.
  if (id.includes(',')) return null
  const { items } = await call('campaigns.getoffers', { ids: id })
  return items.find((offer) => offer.id === id) ?? null
}
