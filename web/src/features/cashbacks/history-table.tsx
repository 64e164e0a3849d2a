import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Tag } from '../../ui/tag.tsx'
import { PeriodText } from './period-text.tsx'
import { daysOf, isBelowZero, isZero } from './rules.ts'

type Props = { rows: readonly WireCashback[]; isInterval: boolean; waiting: number; empty: ReactNode }

/** Periods that are over, each with its sheet. */
export function CashbackTable({ rows, isInterval, waiting, empty }: Props) {
  const t = useTranslations('cashback')
  const format = useFormat()
  return (
    <DataTable
      caption={t('history')}
      className="cashback-table"
      rows={rows}
      waiting={waiting}
      empty={empty}
      keyOf={({ id }) => id}
      columns={[
        {
          name: 'period',
          head: t('columns.period'),
          isRowHead: true,
          cellClass: 'cashback-cell-period',
          cell: (row) => <PeriodText cashback={row} isInterval={isInterval} />,
        },
        {
          name: 'loss',
          head: t('columns.loss'),
          headClass: 'cashback-end',
          cellClass: 'cashback-cell-loss',
          cell: ({ base, rate }) => t.rich('rateOf', { rate, loss: () => <b>{format.money(base)}</b> }),
        },
        {
          name: 'state',
          head: t('columns.state'),
          cellClass: 'cashback-cell-state',
          cell: (row) => <State row={row} />,
        },
        {
          name: 'amount',
          head: t('columns.amount'),
          headClass: 'cashback-end',
          cellClass: 'cashback-cell-amount',
          cell: ({ amount }) => format.money(amount),
        },
        {
          name: 'sheet',
          head: <span className="sr">{t('columns.sheet')}</span>,
          cellClass: 'cashback-cell-sheet',
          cell: (row) =>
            row.sheet_url && (
              <a
                className="btn btn-outline btn-s"
                href={row.sheet_url}
                download
                aria-label={t('sheetOf', { date: daysOf(row).to })}
              >
                <Icon name="download" />
                <span aria-hidden="true">{t('columns.sheet')}</span>
              </a>
            ),
        },
      ]}
    />
  )
}

function State({ row: { status, receiving_expired_at, paid_out_at, base, least } }: { row: WireCashback }) {
  const t = useTranslations('cashback.states')
  const format = useFormat()
  if (status === 'active' && receiving_expired_at)
    return <Tag tone="warning">{t.rich('active', { date: () => <LocalTime at={receiving_expired_at} /> })}</Tag>
  if (status === 'paid_out' && paid_out_at)
    return (
      <Tag tone="positive" icon="check">
        {t.rich('paid', { date: () => <LocalTime at={paid_out_at} /> })}
      </Tag>
    )
  if (status === 'expired') return <Tag>{t('expired')}</Tag>
  if (status === 'declined') return <Tag>{t('declined')}</Tag>
  const hasLoss = !isBelowZero(base) && !isZero(base)
  return <Tag>{hasLoss && least ? t('under', { amount: format.money(least) }) : t('noLoss')}</Tag>
}
