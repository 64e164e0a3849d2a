import { paths } from '@croupier/contract/paths'
import { useEffect, useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { PageHead } from '../../site/page-head.tsx'

const parts = [
  { name: 'deposit', to: paths.deposit() },
  { name: 'withdraw', to: paths.withdraw() },
  { name: 'history', to: paths.cashierHistory() },
  { name: 'wallet', to: paths.wallet() },
] as const

/** A receipt belongs to the history. */
const homeOf = (pathname: string) => (pathname.startsWith(paths.receipt()) ? paths.cashierHistory() : pathname)

/** The frame of the cashier; outcome pages stand in it too, under a title of their own, so the way back is always there. */
export default function Cashier() {
  const t = useTranslations('cashier')
  const at = homeOf(useLocation().pathname)
  const { account } = useShell()
  // Who came back only for the money is not led to doors that are closed.
  const open = account?.is_payout_only ? parts.filter(({ name }) => name === 'withdraw' || name === 'history') : parts
  const tabs = useRef<HTMLElement>(null)
  // Where the tabs do not fit, the chosen one comes into view.
  useEffect(() => {
    const bar = tabs.current
    const tab = at && bar?.querySelector('[aria-current]')
    if (!bar || !tab) return
    const [around, own] = [bar.getBoundingClientRect(), tab.getBoundingClientRect()]
    bar.scrollLeft += own.left + own.width / 2 - around.left - around.width / 2
  }, [at])
  return (
    <div className="page cashier">
      {parts.some(({ to }) => at.startsWith(to)) && <PageHead title={t('nav')} />}
      <nav ref={tabs} className="tabs" aria-label={t('nav')}>
        {open.map(({ name, to }) => (
          <Link key={name} className="tab" to={to} aria-current={at.startsWith(to) ? 'page' : undefined}>
            {t(`${name}.title`)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
