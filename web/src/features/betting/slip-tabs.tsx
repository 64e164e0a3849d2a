import './my-bets.css'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { useMyBets } from './my-bets-store.ts'

/** Comes when it is looked at: most pages of the book are opened without it. */
const MyBetsPanel = lazy(() => import('./my-bets-panel.tsx').then((module) => ({ default: module.MyBetsPanel })))

type Tab = 'slip' | 'bets'
type Props = { write: (price: number) => string; first?: Tab; isSheet?: boolean; children: ReactNode }

/** The slip, and beside it what was placed. A guest has the slip alone. */
export function SlipTabs({ write, first = 'slip', isSheet = false, children }: Props) {
  const t = useTranslations('my-bets.tabs')
  const { account } = useShell()
  const uid = account?.uid ?? null
  const bets = useMyBets(uid)
  const [tab, setTab] = useState<Tab>(first)
  if (uid === null) return children
  const count = bets?.open.length ?? 0
  const title = (
    <>
      {t('bets')}
      {count > 0 && <span className="my-count num">{count}</span>}
    </>
  )
  const panel = (
    <Suspense fallback={<Skeleton />}>
      <MyBetsPanel uid={uid} bets={bets} write={write} />
    </Suspense>
  )
  return (
    <div className={cx('my-column', isSheet && 'my-in-sheet')}>
      <Tabs
        label={t('label')}
        value={tab}
        onChange={setTab}
        tabs={[
          // It goes on following prices out of sight.
          { value: 'slip', title: t('slip'), panel: children, isKept: true },
          { value: 'bets', title, panel },
        ]}
      />
    </div>
  )
}
