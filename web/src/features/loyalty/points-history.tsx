import type { Output } from '@croupier/contract/contract'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'
import { sourceOf } from './club-rules.ts'

type History = Output<'loyalty.getHistory'>

/** Every movement of points with what was there after it: the statement of their purse. */
export function PointsHistory({ history, waiting }: { history: History; waiting: number }) {
  const t = useTranslations('loyalty.history')
  const format = useFormat()
  const signed = (amount: number) => `${amount > 0 ? '+' : ''}${format.number(amount)}`
  return (
    <Section title={t('title')}>
      <DataTable
        className="club-history"
        caption={t('title')}
        rows={history.items}
        keyOf={({ hash }) => hash}
        waiting={waiting}
        empty={
          <Card>
            <Empty icon="history" title={t('none')} text={t('noneText')} />
          </Card>
        }
        columns={[
          { name: 'what', head: t('what'), isRowHead: true, cell: (line) => t(`sources.${sourceOf(line)}`) },
          { name: 'at', head: t('at'), cell: ({ at }) => <LocalTime at={at} withTime /> },
          {
            name: 'amount',
            head: t('amount'),
            headClass: 'num',
            cellClass: 'num',
            cell: ({ amount }) => signed(amount),
          },
          {
            ...{ name: 'balance', head: t('balance'), headClass: 'num', cellClass: 'num' },
            cell: ({ balance }) => format.number(balance),
          },
        ]}
      />
    </Section>
  )
}
