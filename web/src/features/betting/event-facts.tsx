import type { SportsFact } from '@croupier/contract/methods/sports'
import { useTranslations } from 'use-intl'
import { Empty } from '../../ui/empty.tsx'
import { minuteOf, useFactWords } from './fact-words.ts'
import { type EventNames, scoreText } from './market-words.ts'
import { isWorthTelling, type Sides, scoresAfter, type ToldFact, toldFacts } from './match-record.ts'

const newest = 25

/** What happened, newest first. What did not count stays, struck through. */
export function EventFacts({ record, names }: { record: readonly SportsFact[]; names: EventNames }) {
  const t = useTranslations('betting-event')
  const facts = toldFacts(record)
  const scores = scoresAfter(facts)
  const shown = facts.filter(isWorthTelling).reverse()
  if (shown.length === 0) return <Empty icon="clock" title={t('noFacts')} />
  const rows = (list: readonly ToldFact[]) => (
    <ol className="fact-list">
      {list.map((fact) => (
        <FactRow key={fact.seq} fact={fact} record={record} names={names} score={scores.get(fact.seq)} />
      ))}
    </ol>
  )
  const earlier = shown.slice(newest)
  return (
    <section className="card" aria-label={t('factsTitle')}>
      {rows(shown.slice(0, newest))}
      {earlier.length > 0 && (
        <details>
          <summary className="fact-more">{t('earlier', { count: earlier.length })}</summary>
          {rows(earlier)}
        </details>
      )}
    </section>
  )
}

type RowProps = { fact: ToldFact; record: readonly SportsFact[]; names: EventNames; score?: Sides }

function FactRow({ fact, record, names, score }: RowProps) {
  const t = useTranslations('betting-event')
  const words = useFactWords(names)
  const minute = minuteOf(fact)
  const who = words.who(fact)
  const player = typeof fact.data.player === 'string' ? fact.data.player : null
  const line = (
    <>
      <b>{words.text(fact, record)}</b>
      {score && <span className="num">{scoreText(...score)}</span>}
      {who && <bdi className="muted">{who}</bdi>}
      {player && <bdi className="muted">{player}</bdi>}
    </>
  )
  return (
    <li className="fact" data-kind={fact.kind}>
      <span className="fact-when num">{minute !== null && t('minute', { minute })}</span>
      {fact.isCancelled ? (
        <span className="fact-line">
          <s className="fact-line">{line}</s>
          <span className="dim">{t('struck')}</span>
        </span>
      ) : (
        <span className="fact-line">{line}</span>
      )}
    </li>
  )
}
