import type { WireCharacter } from '@croupier/contract/methods/loyalty'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Section } from '../../ui/section.tsx'
import { useBoostText } from './boost-text.tsx'
import { openDealers } from './open-dealers.tsx'

/** The dealers. To a player each opens the choice; a guest looks at them. */
export function DealerRow({ dealers, isPlayer }: { dealers: readonly WireCharacter[]; isPlayer: boolean }) {
  const t = useTranslations('loyalty.dealers')
  const boosts = useBoostText()
  if (dealers.length === 0) return null
  const inside = (dealer: WireCharacter) => (
    <>
      <Picture src={dealer.image} alt="" width={240} height={300} quality={84} />
      <span className="club-dealer-text">
        <b>{dealer.name}</b>
        <small>{boosts(dealer)}</small>
      </span>
      {dealer.is_own && (
        <i>
          <Icon name="check" label={t('yours')} />
        </i>
      )}
    </>
  )
  return (
    <Section title={isPlayer ? t('title') : t('guestTitle')}>
      <ul className="club-dealers">
        {dealers.map((dealer) => (
          <li key={dealer.id}>
            {isPlayer ? (
              <button type="button" className="club-dealer" onClick={() => openDealers(dealers, dealer.id)}>
                {inside(dealer)}
              </button>
            ) : (
              <div className="club-dealer">{inside(dealer)}</div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
