import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Crest } from './crest.tsx'
import { leaguesOf } from './list-rules.ts'
import { SportIcon } from './sport-icon.tsx'

/** Events that are over, under their leagues, with what they ended. */
export function ResultList({ events }: { events: readonly SportsEventCard[] }) {
  const t = useTranslations('betting.results')
  return (
    <div className="league-list">
      {leaguesOf(events).map(({ id, events: played }) => (
        <section key={id} className="league-card" aria-label={`${t('latest')}: ${played[0]?.tournament.name}`}>
          <header>
            <SportIcon sport={played[0]?.sport ?? ''} />
            <h2 className="cut">
              <bdi>{played[0]?.tournament.name}</bdi>
            </h2>
            <span className="dim cut league-note">
              <bdi>{played[0]?.category.name}</bdi>
            </span>
          </header>
          {played.map((event) => (
            <Result key={event.id} event={event} />
          ))}
        </section>
      ))}
    </div>
  )
}

function Result({ event }: { event: SportsEventCard }) {
  const t = useTranslations('betting')
  const { sport, home, away, score, state } = event
  const parts = Object.entries(score).filter(([period]) => period !== 'ft')
  return (
    <Link className="result-row" to={paths.bettingEvent(event)}>
      <span className="event-when">
        <LocalTime at={event.starts_at} withTime />
        {state !== 'ended' && state !== 'closed' && <span>{t(`states.${state}`)}</span>}
      </span>
      <span className="event-teams">
        {[home, away].map((side, at) => (
          <span key={side.id} className="event-team">
            <Crest side={side} sport={sport} />
            <bdi className="cut">{side.name}</bdi>
            <span className="result-parts num">
              {parts.map(([period, pair]) => (
                <i key={period}>{pair[at]}</i>
              ))}
            </span>
            <b className="num">{score.ft?.[at] ?? '–'}</b>
          </span>
        ))}
      </span>
    </Link>
  )
}
