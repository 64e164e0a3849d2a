import type { WireOffer } from '@croupier/contract/methods/campaigns'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Section } from '../../ui/section.tsx'
import { itemPath, type OfferPages, standingIcons, standingOf, wayOf } from './offer-rules.ts'
import { useReasonWords } from './offer-words.tsx'

/** What is not for this player now: greyed and last, each with its reason and with the way to put it right. */
export function OffersApart({ offers, pages }: { offers: readonly WireOffer[]; pages: OfferPages }) {
  const t = useTranslations('offers')
  const reason = useReasonWords()
  if (offers.length === 0) return null
  return (
    <Section title={t('apart')} tail={<span className="dim">{t('apartCount', { count: offers.length })}</span>}>
      <ul className="offers-apart">
        {offers.map((offer) => {
          const way = wayOf(offer)
          return (
            <li key={offer.id}>
              <Picture src={offer.description.image_735_240} alt="" width={144} height={96} quality={84} />
              <div>
                <Link className="offers-apart-title" to={itemPath(pages, offer.id)}>
                  {offer.title}
                </Link>
                <p className="offers-apart-reason">
                  <Icon name={standingIcons[standingOf(offer)]} size={14} />
                  <span>{reason(offer)}</span>
                </p>
              </div>
              {way && (
                <ButtonLink to={way.to} kind="ivory">
                  {t(`ways.${way.words}`)}
                </ButtonLink>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
