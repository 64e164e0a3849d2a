import type { Call } from '@croupier/contract/contract'
import type { Winner } from '@croupier/contract/methods/jackpots'
import { paths } from '@croupier/contract/paths'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { usePublicTopic } from '../../session/stream-topics.ts'
import { useShell } from '../../shell.ts'
import { Picture } from '../../ui/picture.tsx'
import { RailSection } from '../../ui/rail.tsx'
import { addNews, askWinners, readNews, spread, timesOf } from './winner-data.ts'

const most = 12
/** So many are looked through for other players. */
const looked = 60

/** The last wins for the row. */
export const askRow = async (call: Call) => spread(await askWinners(call, { count: looked }), most)

/** The last wins on the home page. New ones come in at the start; nothing runs by itself. */
export function WinnersRow({ winners: loaded }: { winners: readonly Winner[] }) {
  const t = useTranslations('winners')
  const format = useFormat()
  const { locale } = useShell()
  const [winners, setWinners] = useState(loaded)
  useEffect(() => setWinners(loaded), [loaded])
  usePublicTopic('winners', (news) =>
    setWinners((before) => spread(addNews(before, readNews(news, locale), looked), most)),
  )
  if (winners.length === 0) return null
  return (
    <RailSection
      title={t('recent')}
      more={{ to: paths.winners(), text: t('all') }}
      labels={{ back: t('back'), forward: t('forward') }}
    >
      {winners.map(({ id, game, won, multiple, fakename, is_demo_player }) => (
        <Link key={id} className="card winner-card" to={paths.game(game.sysname)}>
          {game.image_url && <Picture src={game.image_url} alt="" width={54} height={36} quality={84} />}
          <span>
            <span className="winner-sum">
              <b className="num">{format.money(won)}</b>
              {is_demo_player && <small className="muted">{t('demo')}</small>}
            </span>
            <small className="cut muted">
              <bdi>{fakename ?? t('anonymous')}</bdi> · {game.name}
            </small>
          </span>
          <small className="num muted winner-times">{timesOf({ multiple })}</small>
        </Link>
      ))}
    </RailSection>
  )
}
