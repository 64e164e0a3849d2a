import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tag } from '../../ui/tag.tsx'
import { tidy } from '../cups/cups.tsx'
import { cupStandingOf, joinWayOf, paidPlaces, resetsStill, statusIcons } from './tournament-rules.ts'
import { useCost, useGist, useJoinReason } from './tournament-words.tsx'

/** A tournament in the list: its picture, its rule in one sentence, four facts and one way on. */
export function TournamentCard({ tournament, eager }: { tournament: WireTournament; eager: boolean }) {
  const t = useTranslations('tournaments')
  const gist = useGist()
  const { id, name, status, image_url, image_360_240 } = tournament
  return (
    <article className="offer-card" data-banner={`tournament ${id}`}>
      <div className="offer-art on-art">
        <Picture
          src={image_url || image_360_240}
          alt=""
          drawn="(max-width: 767px) 92vw, 34rem"
          width={735}
          height={240}
          quality={84}
          eager={eager}
        />
        <div className="offer-art-text">
          <Tag icon={statusIcons[status]}>{t(`statuses.${status}`)}</Tag>
          <h2 className="offer-title cup-title">
            <Link className="plain" to={paths.tournament(id)}>
              {name}
            </Link>
          </h2>
        </div>
      </div>
      <div className="offer-in">
        <p className="muted">{gist(tournament)}</p>
        <CardFacts tournament={tournament} />
        {resetsStill(tournament) && (
          <p className="row dim">
            <Icon name="info" size={16} />
            <span>{t('own.resets')}</span>
          </p>
        )}
        <CardGo tournament={tournament} />
      </div>
    </article>
  )
}

type Props = { tournament: WireTournament }

function CardFacts({ tournament }: Props) {
  const t = useTranslations('tournaments')
  const { money, number } = useFormat()
  const cost = useCost()
  const { total_prize, total_participants, user_info: own, prizes } = tournament
  const facts = [
    {
      name: t('facts.pool'),
      text: total_prize ? money(tidy(total_prize)) : t('prizesOnly', { count: prizes.length }),
    },
    { name: t('facts.players'), text: number(total_participants) },
    { name: t('facts.paid'), text: number(paidPlaces(tournament)) },
    own?.is_joined
      ? { name: t('facts.place'), text: own.place === null ? '—' : number(own.place) }
      : { name: t('facts.fee'), text: cost(tournament) },
  ]
  return (
    <dl className="offer-facts">
      {facts.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

function CardGo({ tournament }: Props) {
  const t = useTranslations('tournaments')
  const reasonText = useJoinReason()
  const { id, status, starts_at, ends_at } = tournament
  const standing = cupStandingOf(tournament)
  const way = standing === 'refused' ? joinWayOf(tournament.user_info?.reason ?? null) : null
  const isJoinable = standing === 'guest' || standing === 'open'
  const text = standing === 'finished' ? t('seeResult') : isJoinable ? t('join') : t('see')
  const at = status === 'future' ? starts_at : ends_at
  return (
    <>
      {standing === 'refused' && (
        <p className="dim">
          {reasonText(tournament)}{' '}
          {way && (
            <Link className="link" to={way.to}>
              {t(`ways.${way.words}`)}
            </Link>
          )}
        </p>
      )}
      <div className="offer-go">
        <ButtonLink to={paths.tournament(id)} size="l" aria-label={`${text}: ${tournament.name}`}>
          {text}
        </ButtonLink>
        <span className="offer-say">
          {standing === 'in' && <b className="cup-in">{t('isIn')}</b>}
          {t.rich(`says.${status}`, { date: () => <LocalTime at={at} withTime /> })}
        </span>
      </div>
    </>
  )
}

/** The same boxes, while tournaments are on their way. */
export function TournamentSkeletons() {
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
