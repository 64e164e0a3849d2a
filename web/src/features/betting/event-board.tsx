import type { SportsEventCard } from '@croupier/contract/methods/sports'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Crest } from './crest.tsx'
import { KickOff } from './kick-off.tsx'
import { hasEnded, isInPlay } from './list-rules.ts'
import { namesOf, useMarketWords } from './market-words.ts'
import { MatchClock } from './match-clock.tsx'
import { playedPeriods } from './match-record.ts'

type Board = { event: SportsEventCard & { first_starts_at: string | null }; children?: ReactNode }

/** Who plays, how it stands and when; below it whatever shows the play itself. */
export function EventBoard({ event, children }: Board) {
  const t = useTranslations('betting-event')
  const { sport, home, away, score, state } = event
  const [homeScore, awayScore] = score.ft ?? [0, 0]
  const hasScore = isInPlay(event) || (hasEnded(event) && score.ft !== undefined)
  return (
    <section className={`match-board surface surface-${sport}`} aria-label={t('board')}>
      <p className="board-head">
        {isInPlay(event) ? (
          <span className="live">
            <MatchClock card={event} isLong />
          </span>
        ) : (
          <>
            {state !== 'open' && <b>{t(`state.${state}`)}</b>}
            <span>
              {!hasEnded(event) && t('startsAt')} <KickOff at={event.starts_at} />
            </span>
            {event.first_starts_at !== null && (
              <span>
                {t('firstStartsAt')} <KickOff at={event.first_starts_at} />
              </span>
            )}
          </>
        )}
      </p>
      <div className="board-score">
        <Side side={home} sport={sport} />
        {hasScore ? (
          <p
            className="board-now num"
            role="img"
            aria-label={t('scoreLine', { home: home.name, away: away.name, homeScore, awayScore })}
          >
            <bdi dir="ltr">
              {homeScore}
              <i>–</i>
              {awayScore}
            </bdi>
          </p>
        ) : (
          <p className="board-now board-none" aria-hidden="true">
            –
          </p>
        )}
        <Side side={away} sport={sport} />
      </div>
      {hasScore && <Periods event={event} />}
      {children}
    </section>
  )
}

const Side = ({ side, sport }: { side: SportsEventCard['home']; sport: string }) => (
  <div className="board-side">
    <Crest side={side} sport={sport} size={48} />
    <b>
      <bdi>{side.name}</bdi>
    </b>
  </div>
)

/** A number where there is one, which every language reads; overtime and shoot-outs keep their letters. */
const shortPeriod = (period: string) => /^[hqpsm](\d+)$/.exec(period)?.[1] ?? period.toUpperCase()

/** Score by period: columns as they were played. */
function Periods({ event }: { event: SportsEventCard }) {
  const t = useTranslations('betting-event')
  const words = useMarketWords(namesOf(event))
  const { score, home, away } = event
  const periods = playedPeriods(score)
  if (periods.length === 0) return null
  const row = (name: string, at: 0 | 1) => (
    <tr>
      <th scope="row">
        <bdi className="cut">{name}</bdi>
      </th>
      {periods.map((period) => (
        <td key={period} className="num">
          {score[period]?.[at]}
        </td>
      ))}
      <td className="num board-total">{score.ft?.[at]}</td>
    </tr>
  )
  return (
    <div className="board-periods">
      <table>
        <caption className="sr">{t('board')}</caption>
        <thead>
          <tr>
            <td />
            {periods.map((period) => (
              <th key={period} scope="col">
                <span className="sr">{words.period(period)}</span>
                <span aria-hidden="true">{shortPeriod(period)}</span>
              </th>
            ))}
            <th scope="col">{t('total')}</th>
          </tr>
        </thead>
        <tbody>
          {row(home.name, 0)}
          {row(away.name, 1)}
        </tbody>
      </table>
    </div>
  )
}
