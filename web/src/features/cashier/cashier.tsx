import { paths } from '@croupier/contract/paths'
import { Outlet, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { ChipLink } from '../../ui/chip.tsx'
import { Rail } from '../../ui/rail.tsx'

const parts = [
  { name: 'deposit', to: paths.deposit(), icon: 'credit-card' },
  { name: 'withdraw', to: paths.withdraw(), icon: 'undo-2' },
  { name: 'wallet', to: paths.wallet(), icon: 'wallet' },
  { name: 'history', to: paths.cashierHistory(), icon: 'history' },
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
      <nav aria-label={t('nav')}>
        <Rail>
          {open.map(({ name, to, icon }) => (
            <ChipLink key={name} to={to} icon={icon} current={pathname.startsWith(to)}>
              {t(`${name}.title`)}
            </ChipLink>
          ))}
        </Rail>
      </nav>
      <Outlet />
    </div>
  )
}
