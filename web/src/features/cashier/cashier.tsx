import { paths } from '@croupier/contract/paths'
import { Link, Outlet, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'

const parts = [
  { name: 'deposit', to: paths.deposit() },
  { name: 'withdraw', to: paths.withdraw() },
  { name: 'history', to: paths.cashierHistory() },
  { name: 'wallet', to: paths.wallet() },
] as const

/** The frame of the cashier; outcome pages stand in it too, so the way back is always there. */
export default function Cashier() {
  const t = useTranslations('cashier')
  const { pathname } = useLocation()
  const { account } = useShell()
  // Who came back only for the money is not led to doors that are closed.
  const open = account?.is_payout_only ? parts.filter(({ name }) => name === 'withdraw' || name === 'history') : parts
  return (
    <div className="page">
      <nav className="tabs" aria-label={t('nav')}>
        {open.map(({ name, to }) => (
          <Link key={name} className="tab" to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
            {t(`${name}.title`)}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
