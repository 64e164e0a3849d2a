import type { Output } from '@croupier/contract/contract'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { Empty } from '../../ui/empty.tsx'

type Line = Output<'leaderboard.get'>['items'][number]
type Props = { period: 'day' | 'week' | 'month'; lines: readonly Line[] }

/** The best win of each player in a day, a week or a month. */
export function Leaderboard({ period, lines }: Props) {
  const t = useTranslations('winners')
  const format = useFormat()
  const [query] = useSearchParams()
  const linkTo = (each: string) => {
    const next = new URLSearchParams(query)
    next.set('period', each)
    return `?${next}`
  }
  return (
    <>
      <nav className="seg" aria-label={t('periods')}>
        {(['day', 'week', 'month'] as const).map((each) => (
          <Link
            key={each}
            to={linkTo(each)}
            aria-current={each === period ? 'page' : undefined}
            preventScrollReset
            replace
          >
            {t(`period.${each}`)}
          </Link>
        ))}
      </nav>
      {lines.length === 0 ? (
        <Empty icon="trophy" title={t('boardEmpty')} />
      ) : (
        <ol className="board">
          {lines.map(({ place, fakename, is_demo_player, won, game, is_own }) => (
            <li key={place} className={cx(is_own && 'is-own')}>
              <span className="num muted">{place}</span>
              <span className="cut">
                <bdi>{is_own ? t('you') : fakename}</bdi>
                <small className="muted cut">
                  {is_demo_player && `${t('demo')} · `}
                  {game.name}
                </small>
              </span>
              <b className="num">{format.money(won)}</b>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
