import type { WireMoney } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Card } from '../../ui/card.tsx'

/** What can be taken out, and what is on its way already. */
export function WithdrawBalance({ available, held }: { available: WireMoney; held: WireMoney }) {
  const t = useTranslations('cashier.withdraw')
  const format = useFormat()
  return (
    <Card className="withdraw-balance">
      <dl>
        <div>
          <dt>{t('available')}</dt>
          <dd className="withdraw-available num">{format.money(available)}</dd>
        </div>
        {/[1-9]/.test(held.amount) && (
          <div>
            <dt>{t('held')}</dt>
            <dd className="num">{format.money(held)}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
