import type { WireOffer } from '@croupier/contract/methods/campaigns'
import { useState } from 'react'
import { type OfferNo, type OfferWish, settleWish, startOffer, type Typed } from './deposit-offer-rules.ts'

export type DepositOffer = ReturnType<typeof useDepositOffer>

/** Which offer goes with the deposit, for as long as the page stands. */
export function useDepositOffer(offers: readonly WireOffer[], asked: string | null, typed: Typed) {
  const [wish, setWish] = useState<OfferWish>(() => ({ id: startOffer(offers, asked), refused: null }))
  const settled = settleWish(offers, wish, typed)
  return {
    ...settled,
    choose: (id: string | null) => setWish({ id, refused: null }),
    /** The player goes on without it, or chooses anew. */
    refuse: (no: OfferNo) => setWish({ id: null, refused: settled.chosen && { id: settled.chosen.id, no } }),
  }
}
