import './live-card.css'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { Crest } from './crest.tsx'
import { useEvent } from './live-book.ts'
import { namesOf } from './market-words.ts'
import { MatchClock } from './match-clock.tsx'
import { OddsButton } from './odds-button.tsx'
import { OddsWordsOf } from './odds-words.tsx'
import { RovingOdds } from './roving-odds.tsx'
import { ShutOdds } from './shut-odds.tsx'

/** The first live event, large, with its main market. */
export function Featured({ event: loaded }: { event: SportsEventCard }) {
  const t = useTranslations('betting')
  const event = useEvent(loaded)
  const { sport, tournament, home, away, score, market, is_simulated: isSimulated } = event
  return (
    <article
      className={`featured surface surface-${sport}`}
      aria-label={t('versus', { home: home.name, away: away.name })}
    >
      <div className="featured-head">
        <bdi className="cut">{tournament.name}</bdi>
        {isSimulated && <span className="tag featured-tag">{t('simulated')}</span>}
        <span className="live">
          <MatchClock card={event} isLong />
        </span>
      </div>
      <div className="featured-score">
        <Team side={home} sport={sport} />
        <p className="num" role="img" aria-label={t('score', { home: score.ft?.[0] ?? 0, away: score.ft?.[1] ?? 0 })}>
          {score.ft?.[0] ?? 0}
          <i>–</i>
          {score.ft?.[1] ?? 0}
        </p>
        <Team side={away} sport={sport} />
      </div>
      {event.closed !== null && <ShutOdds reason={event.closed} />}
      {market && market.outcomes.length <= 3 && event.closed === null && (
        <RovingOdds>
          <div className="featured-odds" data-odds-row="">
            <OddsWordsOf names={namesOf(event)}>
              {market.outcomes.map((outcome) => (
                <OddsButton key={outcome} event={event} market={market} outcome={outcome} look="tall" />
              ))}
            </OddsWordsOf>
          </div>
        </RovingOdds>
      )}
      <Link className="featured-more" to={paths.bettingEvent(event)}>
        {t('allMarkets', { count: event.market_count })}
        <Icon name="chevron-right" />
      </Link>
    </article>
  )
}

const Team = ({ side, sport }: { side: SportsEventCard['home']; sport: string }) => (
  <div className="featured-team">
    <Crest side={side} sport={sport} size={44} />
    <bdi>{side.name}</bdi>
  </div>
)
