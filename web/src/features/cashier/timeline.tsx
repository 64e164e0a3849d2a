import type { TransactionStatus } from '@croupier/contract/cashier'
import { useTranslations } from 'use-intl'
import { Steps } from '../../ui/steps.tsx'
import { timelineOf } from './entry-rules.ts'

/** Asked, review, sent, paid: where a payout stands. */
export function Timeline({ status }: { status: TransactionStatus }) {
  const t = useTranslations('cashier.timeline')
  const marks = timelineOf(status)
  const at = marks.findIndex(({ state }) => state === 'current')
  return (
    <Steps
      label={t('label')}
      place={t('place', { at: at < 0 ? marks.length : at + 1, count: marks.length })}
      steps={marks.map(({ mark, state }) => ({ title: t(`marks.${mark}`), state }))}
    />
  )
}
