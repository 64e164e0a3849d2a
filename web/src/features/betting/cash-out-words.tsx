import { useTranslations } from 'use-intl'
import type { CashOutNow } from './cash-out-keeper.ts'

/** What is known of the value, in words. A value that has run out is not repeated. */
export function CashOutWords({ now }: { now: CashOutNow }) {
  const t = useTranslations('my-bets.cash')
  if (now.kind === 'none')
    return (
      <span>
        <b>{t('none')}</b> {t(`causes.${now.cause}`)}
      </span>
    )
  if (now.kind === 'value') return <span>{t('worth', { percent: now.item.share_bp / 100 })}</span>
  return <span className="dim">{now.kind === 'old' ? t('old') : t('asking')}</span>
}
