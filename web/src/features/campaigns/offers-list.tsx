import type { WireOffer } from '@croupier/contract/methods/campaigns'
import { paths } from '@croupier/contract/paths'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { Card } from '../../ui/card.tsx'
import { Empty, ErrorInPlace } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { OfferCard, OfferSkeletons } from './offer-card.tsx'
import { isApart, type OfferPages } from './offer-rules.ts'
import { OffersApart } from './offers-apart.tsx'

/** All offers that run: those that are open first, the others with their reasons. */
export function OffersList({ offers, pages }: { offers: readonly WireOffer[] | null; pages: OfferPages }) {
  const t = useTranslations('offers')
  const { account } = useShell()
  const { revalidate, state } = useRevalidator()
  if (offers === null && state === 'loading') return <OfferSkeletons />
  if (offers === null)
    return (
      <Card>
        <ErrorInPlace
          title={t('failed')}
          text={t('failedText')}
          retry={{ text: t('retry'), onClick: () => void revalidate() }}
        />
      </Card>
    )
  const near = offers.filter((offer) => !isApart(offer))
  return (
    <>
      {offers.length === 0 && <NoOffers isPlayer={account !== null} />}
      {near.length > 0 && (
        <section className="offer-grid" aria-label={account ? t('forYou') : t('all')}>
          {near.map((offer, at) => (
            <OfferCard key={offer.id} offer={offer} pages={pages} eager={at < 2} isFirst={at === 0} />
          ))}
        </section>
      )}
      <OffersApart offers={offers.filter(isApart)} pages={pages} />
    </>
  )
}

function NoOffers({ isPlayer }: { isPlayer: boolean }) {
  const t = useTranslations('offers')
  return (
    <>
      <Card>
        <Empty icon="ticket-percent" title={t('none')} text={t('noneText')} />
      </Card>
      {isPlayer && (
        <Link className="card offers-cashback" to={paths.profileCashback()}>
          <Icon name="undo-2" size={24} />
          <span>
            <b className="h3">{t('cashback')}</b>
            <span className="muted">{t('cashbackText')}</span>
          </span>
        </Link>
      )}
    </>
  )
}
