import type { TransactionStatus } from '@croupier/contract/cashier'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { Steps } from '../../ui/steps.tsx'
import { Tag } from '../../ui/tag.tsx'
import { timelineOf } from './entry-rules.ts'

const looks: Record<TransactionStatus, Pick<ComponentProps<typeof Tag>, 'tone' | 'icon'>> = {
  created: { tone: 'warning', icon: 'clock' },
  pending: { tone: 'warning', icon: 'clock' },
  paid: { tone: 'positive', icon: 'circle-check' },
  failed: { tone: 'negative', icon: 'circle-alert' },
  cancelled: { icon: 'x' },
  refunded: { tone: 'info', icon: 'undo-2' },
  review: { tone: 'warning', icon: 'clock' },
  approved: { tone: 'info', icon: 'check' },
  sent: { tone: 'info', icon: 'send' },
  declined: { tone: 'negative', icon: 'ban' },
}

/** How an entry stands: a word, an icon and a tone, in this order of weight. */
export function EntryStatus({ status }: { status: TransactionStatus }) {
  const t = useTranslations('cashier.statuses')
  return <Tag {...looks[status]}>{t(`${status}`)}</Tag>
}

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
