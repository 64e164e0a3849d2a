import type { WireOffer } from '@croupier/contract/methods/campaigns'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { LocalTime } from '../../i18n/local-time.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { OfferFacts } from './offer-facts.tsx'
import { depositWith, itemPath, joinFrom, listPath, type OfferPages, standingIcons, standingOf } from './offer-rules.ts'
import { useFrequencyWords } from './offer-words.tsx'

type Props = {
  offer: WireOffer
  pages: OfferPages
  eager: boolean
  /** The first of the page: its button stands out. */
  isFirst: boolean
}

/** An offer in the list: its picture, one sentence, four facts and one way on. */
export function OfferCard({ offer, pages, eager, isFirst }: Props) {
  const t = useTranslations('offers')
  const standing = standingOf(offer)
  const { title, description } = offer
  return (
    <article className="offer-card" data-banner={`offer ${offer.id}`}>
      <div className="offer-art on-art">
        <Picture
          src={description.image_735_240 || description.image_360_240}
          alt=""
          drawn="(max-width: 767px) 92vw, 34rem"
          width={735}
          height={240}
          quality={84}
          eager={eager}
        />
        <div className="offer-art-text">
          {standing !== 'guest' && <Tag icon={standingIcons[standing]}>{t(`standings.${standing}`)}</Tag>}
          <h2 className="offer-title">
            <Link className="plain" to={itemPath(pages, offer.id)}>
              {title}
            </Link>
          </h2>
        </div>
      </div>
      <div className="offer-in">
        <p className="muted">{description.text}</p>
        <OfferFacts offer={offer} />
        <CardGo offer={offer} pages={pages} isFirst={isFirst} />
      </div>
    </article>
  )
}

function CardGo({ offer, pages, isFirst }: Omit<Props, 'eager'>) {
  const t = useTranslations('offers')
  const frequency = useFrequencyWords()
  const standing = standingOf(offer)
  const { id, ends_at, claim } = offer
  const terms = (
    <Link className="link" to={itemPath(pages, id)}>
      {t('allTerms')}
    </Link>
  )
  if (standing === 'guest') return <Go to={joinFrom(pages, id)} text={t('join')} say={terms} />
  if (standing === 'code') return <Go to={`${listPath(pages)}#promo-code`} text={t('typeCode')} say={terms} />
  if (standing === 'taken') {
    const until = ends_at ? t.rich('says.takenUntil', { date: () => <LocalTime at={ends_at} /> }) : t('says.taken')
    return <Go to={depositWith(id)} text={t('goDeposit')} say={until} />
  }
  if (standing === 'promised')
    return (
      <Go
        to={paths.cashierHistory('deposit')}
        text={t('deposit', { number: claim?.transaction ?? '' })}
        say={t('says.promised')}
      />
    )
  return <Go to={itemPath(pages, id)} text={t('more')} say={frequency(offer)} isFirst={isFirst} />
}

type GoProps = { to: string; text: string; say: React.ReactNode; isFirst?: boolean }

function Go({ to, text, say, isFirst = false }: GoProps) {
  return (
    <div className="offer-go">
      <ButtonLink to={to} size="l" kind={isFirst ? 'primary' : 'neutral'}>
        {text}
      </ButtonLink>
      <span className="offer-say">{say}</span>
    </div>
  )
}

/** The same boxes, while offers are on their way. */
export function OfferSkeletons() {
  return (
    <div className="offer-grid" aria-hidden="true">
      {[1, 2].map((place) => (
        <div key={place} className="offer-card">
          <div className="offer-art">
            <Skeleton shape="block" className="offer-art-skeleton" />
          </div>
          <div className="offer-in">
            <Skeleton className="skeleton-name" />
            <Skeleton shape="block" className="offer-facts-skeleton" />
            <Skeleton className="skeleton-field skeleton-small" />
          </div>
        </div>
      ))}
    </div>
  )
}
