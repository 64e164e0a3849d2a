import './my-bets.css'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMyBets } from './my-bets-store.ts'
import { useSlip } from './slip-store.ts'

/** Comes when it is looked at: most pages of the book are opened without it. */
const MyBetsPanel = lazy(() => import('./my-bets-panel.tsx').then((module) => ({ default: module.MyBetsPanel })))

const tabs = ['slip', 'bets'] as const
type Tab = (typeof tabs)[number]
type Props = { write: (price: number) => string; first?: Tab; isSheet?: boolean; children: ReactNode }

/** The slip, and beside it what was placed. A guest has the slip alone. It goes on following prices out of sight. */
export function SlipTabs({ write, first = 'slip', isSheet = false, children }: Props) {
  const t = useTranslations('my-bets.tabs')
  const { account } = useShell()
  const uid = account?.uid ?? null
  const bets = useMyBets(uid)
  const { picks } = useSlip()
  const [tab, setTab] = useState<Tab>(first)
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  if (uid === null) return children
  const count = bets?.open.length ?? 0
  const move = ({ key }: KeyboardEvent) => {
    if (!['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) return
    const next = tab === 'slip' ? 'bets' : 'slip'
    setTab(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  return (
    <div className={cx('my-column', isSheet && 'my-in-sheet')}>
      <div ref={list} className="tabs" role="tablist" aria-label={t('label')} onKeyDown={move}>
        {tabs.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`${id}-${each}`}
            className="tab"
            data-tab={each}
            aria-selected={each === tab}
            aria-controls={`${id}-${each}-panel`}
            tabIndex={each === tab ? 0 : -1}
            onClick={() => setTab(each)}
          >
            {each === 'slip' ? t('slip') : t('bets')}
            {each === 'slip' && isSheet && picks.length > 0 && <span className="slip-count num">{picks.length}</span>}
            {each === 'bets' && count > 0 && <span className="my-count num">{count}</span>}
          </button>
        ))}
      </div>
      <div
        id={`${id}-slip-panel`}
        role="tabpanel"
        className="tab-panel"
        aria-labelledby={`${id}-slip`}
        hidden={tab !== 'slip'}
      >
        {children}
      </div>
      <div
        id={`${id}-bets-panel`}
        role="tabpanel"
        className="tab-panel"
        aria-labelledby={`${id}-bets`}
        hidden={tab !== 'bets'}
      >
        {tab === 'bets' && (
          <Suspense fallback={<Skeleton />}>
            <MyBetsPanel uid={uid} bets={bets} write={write} />
          </Suspense>
        )}
      </div>
    </div>
  )
}
