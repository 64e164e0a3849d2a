import type { WireWager } from '@croupier/contract/methods/bonuses'
import { paths } from '@croupier/contract/paths'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Pager } from '../../site/pager.tsx'
import { cx } from '../../ui/cx.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ErrorInPlace } from '../../ui/empty.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { Wagers } from './bonus-data.ts'

/** Stakes that counted, newest first, and those that were taken back; the few newest until all are wanted. */
export function WagerList({ wagers }: { wagers: Wagers | null }) {
  const t = useTranslations('bonuses')
  const { revalidate } = useRevalidator()
  return (
    <section className="bonus-wagers" id="wagers" aria-label={t('wagers.title')}>
      <h3>
        {t('wagers.title')} {wagers && <span className="dim num">{wagers.total}</span>}
      </h3>
      {!wagers && (
        <ErrorInPlace
          title={t('wagers.failed')}
          retry={{ text: t('failed.again'), onClick: () => void revalidate() }}
        />
      )}
      {wagers?.total === 0 && <p className="muted">{t('wagers.none')}</p>}
      {wagers && wagers.total > 0 && <Counted {...wagers} />}
    </section>
  )
}

const toPage = (page: number) => paths.profileBonuses({ wagers: String(page) })

function Counted({ items, total, page, pages }: Wagers) {
  const t = useTranslations('bonuses.wagers')
  return (
    <>
      <WagerTable wagers={items} />
      {page !== null && <Pager at={page} count={pages} toPage={toPage} />}
      {page === null && items.length < total && (
        <Link className="bonus-all" to={toPage(1)} preventScrollReset>
          {t('all', { count: total })}
        </Link>
      )}
      {page !== null && (
        <Link className="bonus-all" to={paths.profileBonuses()} preventScrollReset>
          {t('fewer')}
        </Link>
      )}
    </>
  )
}

function WagerTable({ wagers }: { wagers: readonly WireWager[] }) {
  const t = useTranslations('bonuses.wagers')
  const whole = useTranslations('bonuses')
  const format = useFormat()
  const quiet = ({ is_reversed }: WireWager) => (is_reversed ? 'is-reversed' : undefined)
  const figure = (name: string) => (row: WireWager) => cx('num', name, quiet(row))
  const columns: Column<WireWager>[] = [
    { name: 'bet', head: t('bet'), cellClass: quiet, cell: (row) => <Bet wager={row} /> },
    {
      name: 'staked',
      head: t('staked'),
      cellClass: figure('bonus-wide'),
      cell: ({ staked }) => format.money(staked),
    },
    {
      name: 'part',
      head: t('part'),
      cellClass: figure('bonus-wide'),
      cell: ({ paid_by_bonus }) => format.money(paid_by_bonus),
    },
    {
      name: 'rate',
      head: t('rate'),
      cellClass: figure('bonus-rate'),
      cell: ({ percent }) => whole('percent', { percent }),
    },
    {
      name: 'counted',
      head: t('counted'),
      cellClass: figure('bonus-counted'),
      cell: ({ counted }) => format.money(counted),
    },
  ]
  return (
    <DataTable className="bonus-table" caption={t('title')} columns={columns} rows={wagers} keyOf={({ id }) => id} />
  )
}

function Bet({ wager: { game, at, is_reversed } }: { wager: WireWager }) {
  const t = useTranslations('bonuses.wagers')
  return (
    <span className="bonus-bet">
      <Picture src={game.image_url} alt="" width={48} height={32} quality={84} />
      <span>
        <b>{game.name}</b>
        <small className="num">
          <LocalTime at={at} withTime />
          {is_reversed && <> · {t('reversed')}</>}
        </small>
      </span>
    </span>
  )
}
