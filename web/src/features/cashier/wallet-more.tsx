import type { Output } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { useShell } from '../../shell.ts'
import { ChipLink } from '../../ui/chip.tsx'

type Totals = Output<'cashier.getdepositsettings'>['totals']

/** What went in and out since the account was opened, and the ways from here. */
export function WalletMore({ totals }: { totals: Totals | null }) {
  const t = useTranslations('cashier.wallet')
  const history = useTranslations('cashier.history')
  const format = useFormat()
  const { session } = useShell()
  return (
    <div className="card wallet-more">
      {totals && (
        <dl>
          <dt>{t('net')}</dt>
          <dd className="num">{format.money(totals.net)}</dd>
          <dd className="muted">
            {t('netText', { in: format.money(totals.paid_in), out: format.money(totals.paid_out) })}
          </dd>
        </dl>
      )}
      <nav aria-label={t('links')}>
        <ChipLink to={paths.cashierHistory()} icon="history">
          {history('title')}
        </ChipLink>
        {session?.hasControlPage !== false && (
          <ChipLink to={paths.responsibleGame()} icon="gauge">
            {t('limits')}
          </ChipLink>
        )}
      </nav>
    </div>
  )
}
