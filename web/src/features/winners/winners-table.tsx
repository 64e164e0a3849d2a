import type { Winner } from '@croupier/contract/methods/jackpots'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'

/** Who won what, where, and from how much. */
export function WinnersTable({ label, winners }: { label: string; winners: readonly Winner[] }) {
  const t = useTranslations('winners')
  return (
    <div className="winners-wrap">
      <table className="winners">
        <caption className="sr">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('game')}</th>
            <th scope="col">{t('player')}</th>
            <th scope="col" className="end">
              {t('stake')}
            </th>
            <th scope="col" className="end">
              {t('win')}
            </th>
            <th scope="col" className="end">
              {t('times')}
            </th>
          </tr>
        </thead>
        <tbody>
          {winners.map((winner) => (
            <WinnerRow key={winner.id} winner={winner} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function WinnerRow({ winner: { fakename, game, staked, won, multiple, jackpot } }: { winner: Winner }) {
  const t = useTranslations('winners')
  const format = useFormat()
  return (
    <tr>
      <td>
        <Link className="winner-game" to={paths.game(game.sysname)}>
          {game.image_url && <Picture src={game.image_url} alt="" width={54} height={36} quality={84} />}
          <span className="cut">{game.name}</span>
        </Link>
      </td>
      <td className="cut">
        <bdi>{fakename ?? t('anonymous')}</bdi>
        {jackpot && (
          <>
            {' '}
            <Tag tone="brass">{t(`levels.${jackpot.level}`)}</Tag>
          </>
        )}
      </td>
      <td className="num end winner-stake">{format.money(staked)}</td>
      <td className="num end">
        <b>{format.money(won)}</b>
      </td>
      <td className="num end winner-times">{multiple === '0.00' ? t('free') : `×${multiple}`}</td>
    </tr>
  )
}
