import type { WireProgram } from '@croupier/contract/methods/loyalty'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ratesOf, stakeForPoint } from './club-rules.ts'

/** How points are earned, as sums of money, and what does not count. */
export function ProgramRules({ program }: { program: WireProgram }) {
  const t = useTranslations('loyalty')
  const format = useFormat()
  const { unit, rules } = program
  const nameOf = ({ kind, name }: ReturnType<typeof ratesOf>[number]) => {
    if (kind === 'rest') return t('rates.rest')
    return kind === 'type' && t.has(`kinds.${name}`) ? t(`kinds.${name}`) : name
  }
  return (
    <div className="club-rules">
      <Card>
        <h3>{t('rates.title')}</h3>
        <DataTable
          className="club-rates"
          caption={t('rates.title')}
          rows={ratesOf(program)}
          keyOf={({ kind, name }) => `${kind} ${name}`}
          columns={[
            { name: 'kind', isRowHead: true, cell: nameOf },
            {
              name: 'stake',
              cellClass: 'num',
              cell: ({ rate }) => {
                const stake = stakeForPoint(unit, rate)
                return stake ? t('rates.each', { stake: format.money(stake) }) : t('rates.none')
              },
            },
          ]}
        />
      </Card>
      <Card>
        <h3>{t('rules.title')}</h3>
        <ul className="club-rule-list">
          <li>{t('rules.cap', { most: format.number(rules.most_per_day), count: rules.most_per_day })}</li>
          <li>{t('rules.own')}</li>
          <li>{t('rules.stay')}</li>
          <li>
            {rules.review_months === null ? t('rules.level') : t('rules.review', { months: rules.review_months })}
          </li>
          <li>{t('rules.off')}</li>
        </ul>
      </Card>
    </div>
  )
}
