import type { WireOffer, WirePromotion } from '@croupier/contract/methods/campaigns'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { mainPromotion } from './offer-rules.ts'
import { useFrequencyWords } from './offer-words.tsx'

type Term = { name: string; title: string; text: ReactNode; value: ReactNode }

const columns: Column<Term>[] = [
  { name: 'title', cell: ({ title }) => title, isRowHead: true },
  { name: 'text', cell: ({ text }) => text },
  { name: 'value', cell: ({ value }) => value },
]

/** Every term in a line of its own, then the text of the house, with the version that was published. */
export function OfferTerms({ offer }: { offer: WireOffer }) {
  const t = useTranslations('offers.terms')
  const before = useBeforeTerms()
  const money = useMoneyTerms()
  const main = mainPromotion(offer)
  const { version, description } = offer
  const rows = [...before(offer), ...(main ? money(main) : []), ...useWhoTerms()(offer)]
  return (
    <Card className="stack">
      <div className="offer-card-head">
        <h2>{t('title')}</h2>
        <span className="dim">
          {t.rich('version', {
            hash: version.hash.slice(0, 8),
            date: () => <LocalTime at={version.published_at} />,
          })}
        </span>
      </div>
      <DataTable
        className="offer-terms"
        caption={t('title')}
        columns={columns}
        rows={rows}
        keyOf={({ name }) => name}
      />
      {description.facts.length > 0 && (
        <dl className="facts">
          {description.facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {description.terms && (
        <div className="offer-text">
          <h3>{t('full')}</h3>
          {description.terms.split(/\n{2,}/).map((part) => (
            <p key={part} className="muted">
              {part}
            </p>
          ))}
        </div>
      )}
    </Card>
  )
}

function useBeforeTerms() {
  const t = useTranslations('offers.terms')
  const facts = useTranslations('offers.facts')
  const { money } = useFormat()
  return ({ trigger: { action, params } }: WireOffer): Term[] => [
    ...(action === 'deposit'
      ? [
          {
            name: 'minimum',
            title: t('minimum'),
            text: t('minimumText'),
            value: params.min_amount ? money(params.min_amount) : facts('anyAmount'),
          },
        ]
      : []),
    ...(params.exclude_methods.length > 0
      ? [{ name: 'methods', title: t('methods'), text: params.exclude_methods.join(', '), value: t('methodsNot') }]
      : []),
  ]
}

function useMoneyTerms() {
  const t = useTranslations('offers.terms')
  const how = useTranslations('offers.how')
  const facts = useTranslations('offers.facts')
  const { money } = useFormat()
  const capOf = ({ max_conversion: cap, max_conversion_times: times }: WirePromotion): Omit<Term, 'name' | 'title'> => {
    if (cap) return { text: t('capText'), value: money(cap) }
    return times ? { text: t('capText'), value: t('capTimes', { times }) } : { text: t('noCapText'), value: t('noCap') }
  }
  return (main: WirePromotion): Term[] => {
    const { mode, max_bet, counts, on_withdrawal, min_balance, days, kind, max, wagering } = main
    const rows: (Term | null)[] = [
      mode && {
        name: 'pays',
        title: t('pays'),
        text: mode === 'non_sticky' ? how('modes.non_sticky_none') : how(`modes.${mode}`),
        value: t(`paysValues.${mode}`),
      },
      max_bet && { name: 'maxBet', title: t('maxBet'), text: t('maxBetText'), value: money(max_bet) },
      counts && {
        name: 'counts',
        title: t('counts'),
        text: t(`countsText.${counts}`),
        value: t(`countsValues.${counts}`),
      },
      kind === 'freespins' && max
        ? { name: 'maxWin', title: t('maxWin'), text: t('maxWinText'), value: money(max) }
        : null,
      wagering && { name: 'cap', title: t('cap'), ...capOf(main) },
      on_withdrawal && {
        name: 'withdraw',
        title: t('withdraw'),
        text: t(`withdrawText.${on_withdrawal}`),
        value: t(`withdrawValues.${on_withdrawal}`),
      },
      min_balance && { name: 'small', title: t('small'), text: t('smallText'), value: money(min_balance) },
      days === null
        ? null
        : { name: 'time', title: t('time'), text: t('timeText'), value: facts('days', { count: days }) },
    ]
    return rows.filter((row) => row !== null)
  }
}

function useWhoTerms() {
  const t = useTranslations('offers.terms')
  const facts = useTranslations('offers.facts')
  const all = useTranslations('offers')
  const frequency = useFrequencyWords()
  return (offer: WireOffer): Term[] => {
    const { params, user_satisfies_params: isFor } = offer.trigger
    const asked = [
      ...(params.level === null ? [] : [facts('level', { level: params.level })]),
      ...(params.deposit_number === null ? [] : [facts('depositNumber', { number: String(params.deposit_number) })]),
      ...params.needs.map((need) => all(`needs.${need}`)),
    ]
    const text = [...asked.map(sentence), t('whoText')].join(' ')
    const value = isFor === undefined ? frequency(offer) : isFor ? t('yes') : t('notNow')
    return [{ name: 'who', title: t('who'), text: isFor === undefined ? text : `${text} ${frequency(offer)}.`, value }]
  }
}

const sentence = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
