import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { Section } from '../../ui/section.tsx'
import { hundredthsOf, overOf, tidy, usePrizeText } from '../cups/cups.tsx'
import { useGist } from './tournament-words.tsx'

type Props = { tournament: WireTournament }

export function PrizeList({ tournament: { prizes } }: Props) {
  const t = useTranslations('tournaments.prizes')
  const { number } = useFormat()
  const prizeText = usePrizeText()
  return (
    <Section title={t('title')}>
      <Card className="stack">
        <dl className="facts cup-prizes">
          {prizes.map((prize) => (
            <div key={prize.from}>
              <dt>
                {prize.from === prize.to
                  ? t('one', { from: number(prize.from) })
                  : t('many', { from: number(prize.from), to: number(prize.to) })}
              </dt>
              <dd className={cx('num', prize.from === 1 && 'cup-brass')}>{prizeText(prize)}</dd>
            </div>
          ))}
        </dl>
        <p className="dim">{t('scored')}</p>
      </Card>
    </Section>
  )
}

/** First what decides, then what counts and what does not, payouts and ties. */
export function CupRules({ tournament }: Props) {
  const t = useTranslations('tournaments.rules')
  const { features } = useShell()
  const lines = useRuleLines(tournament)
  const house = tournament.extra.rules
  return (
    <Section title={t('title')}>
      <Card className="stack">
        <ul className="cup-rules">
          {lines.map(({ name, text }) => (
            <li key={name}>{text}</li>
          ))}
        </ul>
        {house && (
          <p className="muted">
            <b>{t('house')}: </b>
            {house}
          </p>
        )}
        {features.responsibleGaming && (
          <Link className="link" to={paths.responsibleGame()}>
            {t('control')}
          </Link>
        )}
      </Card>
    </Section>
  )
}

function useRuleLines(tournament: WireTournament): { name: string; text: ReactNode }[] {
  const t = useTranslations('tournaments.rules')
  const { money, number } = useFormat()
  const gist = useGist()
  const { score, restrictions, join_until, status, games_count, reset_on_cashout: resets } = tournament
  const { min_bet: min, min_units, real_only, most_rounds, most_per_day, most_players, level } = restrictions
  const isAll = restrictions.games.length + restrictions.types.length + restrictions.providers.length === 0
  const over = overOf(tournament)
  const said = (name: string, text: ReactNode | null) => (text === null ? [] : [{ name, text }])
  const isOpen = status === 'future' || status === 'active'
  return [
    ...said('gist', <b>{gist(tournament)}</b>),
    ...said('cap', score.cap === null ? null : t('cap', { cap: hundredthsOf(String(score.cap)) })),
    ...said('unit', score.unit === 'units' && min && min_units === 1 ? t('unit', { unit: money(tidy(min)) }) : null),
    ...said('min', min ? t('min', { over, min: money(tidy(min)) }) : t('minUnits', { over, count: min_units })),
    ...said('money', real_only ? t('own', { over }) : t('ownPart', { over })),
    ...(over === 'bets'
      ? said('settled', t('settled'))
      : [...said('games', isAll ? t('allGames') : t('games', { count: games_count })), ...said('pots', t('pots'))]),
    ...said('joined', t('joined', { over })),
    ...said('until', isOpen ? t.rich('until', { date: () => <LocalTime at={join_until} withTime /> }) : null),
    ...said('most', t('most', { over, count: most_rounds })),
    ...said('day', most_per_day === null ? null : t('mostDay', { count: number(most_per_day) })),
    ...said('players', most_players === null ? null : t('players', { count: most_players })),
    ...said('level', level === null ? null : t('level', { level })),
    ...said('payout', resets ? <b>{t('resets', { over })}</b> : t('keeps')),
    ...said('ties', t('ties')),
    ...said('leave', t('leave')),
    ...said('checked', t('checked')),
  ]
}
