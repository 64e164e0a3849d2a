import type { Output } from '@croupier/contract/contract'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Crest } from './crest.tsx'
import { scoreText } from './market-words.ts'
import { FormMarks, Standings } from './standings.tsx'

/** What was before the match: known to the views that show it. */
export type Before = Output<'sports.getMeetings'> & { table: Output<'sports.getStandings'>['items'] }

type Props = { event: SportsEventCard; before: Before | null }

/** How the last matches of both sides ended, and those between them. */
export function EventForm({ event: { sport, home, away }, before }: Props) {
  const t = useTranslations('betting-event.before')
  if (!before) return null
  const sides = [
    { side: home, form: before.home },
    { side: away, form: before.away },
  ]
  return (
    <section className="card form-card" aria-labelledby="form-title">
      <h2 id="form-title">{t('form')}</h2>
      {sides.map(({ side, form }) => (
        <p key={side.id} className="event-team form-side">
          <Crest side={side} sport={sport} />
          <bdi className="cut">{side.name}</bdi>
          {form.length > 0 ? <FormMarks form={form} /> : <span className="dim">{t('noForm')}</span>}
        </p>
      ))}
      <h3>{t('meetings')}</h3>
      {before.meetings.length === 0 && <p className="dim">{t('noMeetings')}</p>}
      {before.meetings.length > 0 && (
        <ol className="meetings">
          {before.meetings.map((met) => (
            <li key={met.id}>
              <Link to={paths.bettingEvent(met)}>
                <LocalTime at={met.starts_at} />
                <span className="cut">
                  <bdi>{met.home.name}</bdi> – <bdi>{met.away.name}</bdi>
                </span>
                <b className="num">{scoreText(met.score.ft?.[0] ?? 0, met.score.ft?.[1] ?? 0)}</b>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

/** The table of the tournament, both sides marked. */
export function EventTable({ event: { sport, home, away }, before }: Props) {
  const t = useTranslations('betting-event.before')
  if (!before || before.table.length === 0) return <Empty icon="trophy" title={t('noTable')} text={t('noTableText')} />
  return <Standings sport={sport} lines={before.table} marked={[home.id, away.id]} />
}

/** How anyone can play a simulated match again that is over. */
export function MatchProof({
  event: { id, seed_hash, state },
}: {
  event: Pick<Output<'sports.getEvent'>, 'id' | 'seed_hash' | 'state'>
}) {
  const t = useTranslations('betting-event.proof')
  return (
    <section className="card match-proof" aria-labelledby="proof-title">
      <h2 id="proof-title">{t('title')}</h2>
      <p>{t('sealed')}</p>
      <code className="proof-hash">{seed_hash}</code>
      <p>
        {state === 'closed'
          ? t.rich('shown', {
              file: (name) => (
                <a className="link" href={`/api/sports.getProof?event=${id}`} download="match.json">
                  {name}
                </a>
              ),
            })
          : t('later')}
      </p>
      <p>
        {t.rich('again', {
          file: (name) => (
            <a className="link" href="/verify-match.mjs" download>
              {name}
            </a>
          ),
          command: (text) => <code>{text}</code>,
        })}
      </p>
    </section>
  )
}
