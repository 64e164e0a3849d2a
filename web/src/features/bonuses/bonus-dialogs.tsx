import type { WireBonus } from '@croupier/contract/methods/bonuses'
import type { WireMoney } from '@croupier/contract/money'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type BonusGroups, givenUp, paysFirst } from './rules.ts'

type Fact = { name: ReactNode; value: ReactNode; isSum?: boolean }

/** Names and figures of a question, one line each. */
export function DialogFacts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts bonus-ask">
      {facts.map(({ name, value, isSum }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stands as long as its dialog
        <div key={at} data-sum={isSum || undefined}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What becomes active, what pays first, wagering, until when, and what is left behind in the queue. */
export function ActivateFacts({ bonus, groups: { open, queued } }: { bonus: WireBonus; groups: BonusGroups }) {
  const t = useTranslations('bonuses')
  const format = useFormat()
  const first = paysFirst(bonus)
  const payer = first === 'aside' ? 'alone' : first
  return (
    <div className="stack">
      <p>{t('activate.text', { amount: format.money(bonus.amount), source: t(`sources.${bonus.source}`) })}</p>
      <DialogFacts
        facts={[
          {
            name: t('activate.opens'),
            value: open ? t('activate.after', { title: open.title }) : t('activate.now'),
          },
          { name: t('activate.pays'), value: t(`activate.${payer}`) },
          { name: t('activate.wagering'), value: format.money(bonus.wagering.required) },
          { name: t('activate.time'), value: t('activate.days', { days: bonus.days }) },
          {
            name: t('activate.most'),
            value: bonus.max_bet ? format.money(bonus.max_bet) : t('activate.noMost'),
          },
        ]}
      />
      {open && (
        <Notice>{t.rich('activate.waits', { title: open.title, date: () => <LocalTime at={bonus.take_by} /> })}</Notice>
      )}
      {!open && queued.length > 0 && <Notice>{t('activate.behind', { count: queued.length })}</Notice>}
    </div>
  )
}

type RemovalProps = {
  bonus: WireBonus
  next: WireBonus | null
  /** What the player agreed to give up; it is another sum now. */
  before: WireMoney | null
}

/** Every amount that goes, and what stays. */
export function RemovalFacts({ bonus: { removal, wagering }, next, before }: RemovalProps) {
  const t = useTranslations('bonuses.removal')
  const format = useFormat()
  const sum = format.money(givenUp(removal))
  return (
    <div className="stack">
      {before && <p>{t('changedText', { now: sum, before: format.money(before) })}</p>}
      <DialogFacts
        facts={[
          { name: t('money'), value: format.money(removal.lost) },
          { name: t('rounds'), value: format.money(removal.in_open_rounds) },
          { name: t('sum'), value: sum, isSum: true },
        ]}
      />
      <Notice icon="shield-check" kind="success">
        {t.rich('keeps', {
          b: (text) => <b>{text}</b>,
          amount: format.money(removal.keeps),
          left: format.money(wagering.left),
        })}{' '}
        {next && t('next', { title: next.title })}
      </Notice>
    </div>
  )
}
