import type { Winner } from '@croupier/contract/methods/jackpots'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'
import { timesOf } from './winner-data.ts'

/** Who won what, where, and from how much. */
export function WinnersTable({ label, winners }: { label: string; winners: readonly Winner[] }) {
  const t = useTranslations('winners')
  const format = useFormat()
  const columns: Column<Winner>[] = [
    {
      name: 'game',
      head: t('game'),
      cell: ({ game }) => (
        <Link className="winner-game" to={paths.game(game.sysname)}>
          {game.image_url && <Picture src={game.image_url} alt="" width={54} height={36} quality={84} />}
          <span className="cut">{game.name}</span>
        </Link>
      ),
    },
    {
      name: 'player',
      head: t('player'),
      cellClass: 'cut',
      cell: ({ fakename, is_demo_player, jackpot }) => (
        <>
          <bdi>{fakename ?? t('anonymous')}</bdi>
          {jackpot && (
            <>
              {' '}
              <Tag tone="brass">{t(`levels.${jackpot.level}`)}</Tag>
            </>
          )}
          {is_demo_player && <small className="muted winner-demo">{t('demo')}</small>}
        </>
      ),
    },
    {
      name: 'stake',
      head: t('stake'),
      headClass: 'end',
      cellClass: 'num end winner-stake',
      cell: ({ staked }) => format.money(staked),
    },
    {
      name: 'win',
      head: t('win'),
      headClass: 'end',
      cellClass: 'num end',
      cell: ({ won }) => <b>{format.money(won)}</b>,
    },
    {
      name: 'times',
      head: t('times'),
      headClass: 'end',
      cellClass: 'num end winner-times',
      cell: (winner) => timesOf(winner) ?? t('free'),
    },
  ]
  return (
    <div className="winners-wrap">
      <DataTable className="winners" caption={label} columns={columns} rows={winners} keyOf={({ id }) => id} />
    </div>
  )
}
