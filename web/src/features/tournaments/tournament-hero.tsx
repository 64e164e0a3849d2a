import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'
import { overOf, tidy } from '../cups/cups.tsx'
import { leftUntil, paidPlaces, statusIcons } from './tournament-rules.ts'
import { useGist } from './tournament-words.tsx'

type Props = { tournament: WireTournament; now: number; players: number }

export function TournamentHero({ tournament, now, players }: Props) {
  const t = useTranslations('tournaments')
  const gist = useGist()
  const { money, number } = useFormat()
  const { name, status, starts_at, ends_at, image_url, image_360_240, total_prize, prizes } = tournament
  const { games_count: games, restrictions } = tournament
  const at = status === 'future' ? starts_at : ends_at
  const min = restrictions.min_bet
  const isOverBets = overOf(tournament) === 'bets'
  const facts = [
    {
      word: t('facts.pool'),
      text: total_prize ? money(tidy(total_prize)) : t('prizesOnly', { count: prizes.length }),
    },
    { word: t('facts.players'), text: number(players) },
    { word: t('facts.paid'), text: number(paidPlaces(tournament)) },
  ]
  return (
    <header className="cup-hero">
      <Picture
        src={image_url || image_360_240}
        alt=""
        drawn="(max-width: 767px) 100vw, 72rem"
        width={735}
        height={240}
        quality={84}
        eager
      />
      <div className="cup-hero-text">
        <p className="row cup-hero-when">
          <Tag icon={statusIcons[status]}>{t(`statuses.${status}`)}</Tag>
          <span>{t.rich(`says.${status}`, { date: () => <LocalTime at={at} withTime /> })}</span>
        </p>
        <h1>{name}</h1>
        <p>
          {gist(tournament)}{' '}
          {min &&
            (isOverBets
              ? t('gistBets', { min: money(tidy(min)) })
              : t('gistGames', { count: games, min: money(tidy(min)) }))}
        </p>
        <dl className="cup-hero-facts">
          {facts.map(({ word, text }) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd className="num">{text}</dd>
            </div>
          ))}
        </dl>
        {(status === 'future' || status === 'active') && <Remaining at={Date.parse(at)} loadedAt={now} />}
      </div>
    </header>
  )
}

const lookMs = 15_000

/** The date stands above it: this is the same in days, hours and minutes, for the eye alone. */
function Remaining({ at, loadedAt }: { at: number; loadedAt: number }) {
  const t = useTranslations('tournaments.count')
  // The page that the server made knows its own moment: both begin with the same figures.
  const [now, setNow] = useState(loadedAt)
  useEffect(() => {
    const look = () => setNow(Date.now())
    look()
    const timer = setInterval(look, lookMs)
    return () => clearInterval(timer)
  }, [])
  const { days, hours, minutes } = leftUntil(at, now)
  const parts = [
    { name: 'days', value: days, word: t('days', { count: days }) },
    { name: 'hours', value: hours, word: t('hours', { count: hours }) },
    { name: 'minutes', value: minutes, word: t('minutes') },
  ]
  return (
    <div className="cup-count" aria-hidden="true">
      {parts.map(({ name, value, word }) => (
        <span key={name}>
          <b className="num">{value}</b>
          <small>{word}</small>
        </span>
      ))}
    </div>
  )
}
