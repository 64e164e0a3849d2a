import type { Winner } from '@croupier/contract/methods/jackpots'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { call, serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { usePublicTopic } from '../../session/stream-topics.ts'
import { useShell } from '../../shell.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/check.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Section } from '../../ui/section.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Route } from './+types/page'
import { Leaderboard } from './leaderboard.tsx'
import { addNews, askWinners, readNews } from './winner-data.ts'
import { WinnersTable } from './winners-table.tsx'

export const handle = { title: 'winners.title' }

const periods = ['day', 'week', 'month'] as const
const most = 50

export async function loader({ context, request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const server = serverCall(context)
  const kind = query.get('kind') === 'biggest' ? 'biggest' : 'latest'
  const period = periods.find((each) => each === query.get('period')) ?? 'week'
  const isPlayer = context.get(bootContext).account !== null
  const [winners, board, hidden] = await Promise.all([
    askWinners(server, { kind, count: 20 }),
    server('leaderboard.get', { period, count: 10 }),
    isPlayer ? server('leaderboard.getHidden', {}) : null,
  ])
  return { kind, period, winners, board: board.items, isHidden: hidden?.is_hidden ?? null } as const
}

export default function Winners({ loaderData: { kind, period, winners, board, isHidden } }: Route.ComponentProps) {
  const t = useTranslations('winners')
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <div className="winners-page">
        <div className="winners-main">
          <nav className="tabs" aria-label={t('tabs')}>
            <KindLink kind="latest" isCurrent={kind === 'latest'} text={t('latest')} />
            <KindLink kind="biggest" isCurrent={kind === 'biggest'} text={t('biggest')} />
          </nav>
          <Wins key={kind} kind={kind} loaded={winners} />
        </div>
        <aside className="winners-side">
          <Section title={t('board')}>
            <Leaderboard period={period} lines={board} />
          </Section>
          {isHidden !== null && <HideSwitch isHidden={isHidden} />}
        </aside>
      </div>
    </>
  )
}

function KindLink({ kind, isCurrent, text }: { kind: 'latest' | 'biggest'; isCurrent: boolean; text: string }) {
  const [query] = useSearchParams()
  const next = new URLSearchParams(query)
  if (kind === 'latest') next.delete('kind')
  else next.set('kind', kind)
  return (
    <Link className="tab" to={`?${next}`} aria-current={isCurrent ? 'page' : undefined} preventScrollReset replace>
      {text}
    </Link>
  )
}

/** New wins wait behind a button, so that nothing moves under a reader's eyes. */
function Wins({ kind, loaded }: { kind: 'latest' | 'biggest'; loaded: Winner[] }) {
  const t = useTranslations('winners')
  const { locale } = useShell()
  const [winners, setWinners] = useState(loaded)
  const [fresh, setFresh] = useState<Winner[]>([])
  useEffect(() => setWinners(loaded), [loaded])
  usePublicTopic('winners', (news) => {
    if (kind === 'latest') setFresh((before) => addNews(before, readNews(news, locale), most))
  })
  const show = () => {
    setWinners((before) => addNews(before, fresh, most))
    setFresh([])
  }
  const unseen = addNews(winners, fresh, most).length - winners.length
  const isEmpty = winners.length === 0
  useEffect(() => {
    // An empty list has no reader to disturb.
    if (isEmpty && fresh.length > 0) {
      setWinners(fresh)
      setFresh([])
    }
  }, [isEmpty, fresh])
  if (isEmpty) return <Empty icon="crown" title={t('none')} text={t('noneText')} />
  return (
    <>
      <div className="winners-new" role="status">
        {unseen > 0 && (
          <Button size="s" onClick={show}>
            {t('fresh', { count: unseen })}
          </Button>
        )}
      </div>
      <WinnersTable label={kind === 'latest' ? t('latest') : t('biggest')} winners={winners} />
    </>
  )
}

function HideSwitch({ isHidden }: { isHidden: boolean }) {
  const t = useTranslations('winners')
  const [isOn, setOn] = useState(isHidden)
  const change = async (isWanted: boolean) => {
    setOn(isWanted)
    try {
      await call('leaderboard.setHidden', { is_hidden: isWanted ? '1' : '0' })
    } catch {
      setOn(!isWanted)
      toast({ id: 'hide', kind: 'error', title: t('hideFailed') })
    }
  }
  return (
    <Card>
      <Switch checked={isOn} onChange={(event) => change(event.currentTarget.checked)}>
        {t('hide')}
      </Switch>
      <p className="muted">{t('hideText')}</p>
    </Card>
  )
}
