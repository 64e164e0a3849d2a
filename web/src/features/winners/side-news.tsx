import type { Winner } from '@croupier/contract/methods/jackpots'
import { paths } from '@croupier/contract/paths'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePublicTopic } from '../../session/stream-topics.ts'
import { useShell } from '../../shell.ts'
import { askPots, type Pot, PotCard, usePots } from '../pots/pots.ts'
import { addNews, askWinners, readNews } from './winner-data.ts'

const most = 3
const noPots: readonly Pot[] = []

/** Below the side menu of wide screens: the pot, and who won last. It comes after the page and moves nothing of it. */
export default function SideNews() {
  const t = useTranslations('winners')
  const format = useFormat()
  const { locale } = useShell()
  const [loaded, setLoaded] = useState(noPots)
  const [winners, setWinners] = useState<readonly Winner[]>([])
  useEffect(() => {
    // Without an answer there is nothing to show; the stream may still bring some.
    askPots(call).then(setLoaded, () => undefined)
    askWinners(call, { count: most }).then(setWinners, () => undefined)
  }, [])
  usePublicTopic('winners', (news) => setWinners((before) => addNews(before, readNews(news, locale), most)))
  const [pot] = usePots(loaded)
  return (
    <div className="side-news">
      {pot && <PotCard pot={pot} />}
      {winners.length > 0 && (
        <section aria-label={t('title')}>
          <h2>{t('latest')}</h2>
          <ul>
            {winners.map(({ id, game, won, fakename, is_demo_player }) => (
              <li key={id}>
                <Link to={paths.game(game.sysname)}>
                  <b className="num">{format.money(won)}</b>
                  <small className="cut muted">
                    {is_demo_player && `${t('demo')} `}
                    <bdi>{fakename ?? t('anonymous')}</bdi> · {game.name}
                  </small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
