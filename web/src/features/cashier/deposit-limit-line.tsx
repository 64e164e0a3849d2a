import type { WireMoney } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { useShell } from '../../shell.ts'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { limitAfter, round, wire } from './amount-rules.ts'

type Limit = { period: number; limit_amount: WireMoney; available_amount: WireMoney }

/** The player's own limit with this deposit in it. Its height never changes while one types. */
export function DepositLimitLine({ limit, amount }: { limit: Limit; amount: bigint }) {
  const t = useTranslations('cashier.deposit')
  const format = useFormat()
  const { features } = useShell()
  const { used, isOver, share } = limitAfter(limit, amount)
  const { currency } = limit.limit_amount
  const short = (money: WireMoney) => format.money(round(money))
  const label = t('limit', { days: limit.period })
  return (
    <div className="limit-box" data-over={isOver || undefined}>
      <Icon name={isOver ? 'triangle-alert' : 'gauge'} />
      <div>
        <p className="limit-box-head">
          <span>{label}</span>
          <b className="num">{t('left', { left: short(limit.available_amount), limit: short(limit.limit_amount) })}</b>
        </p>
        <Progress value={share} tone={isOver || share > 0.8 ? 'warning' : 'positive'} label={label} />
        <p className="limit-box-line" aria-live="polite">
          {isOver
            ? t('limitOver')
            : t('limitUse', { used: short(wire(used, currency)), amount: short(wire(amount, currency)) })}{' '}
          {isOver && features.responsibleGaming && (
            <Link className="link" to={paths.responsibleGame()}>
              {t('limits')}
            </Link>
          )}
        </p>
      </div>
    </div>
  )
}
