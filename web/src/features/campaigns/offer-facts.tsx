import type { WireOffer } from '@croupier/contract/methods/campaigns'
import { useOfferFacts } from './offer-words.tsx'

/** What it takes, what it gives, what has to be wagered and until when, side by side. */
export function OfferFacts({ offer }: { offer: WireOffer }) {
  const facts = useOfferFacts()(offer)
  return (
    <dl className="offer-facts">
      {facts.map(({ name, label, value, small }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {value}
            {small && <small>{small}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
