import type { TransactionStatus } from '@croupier/contract/cashier'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'
import { Tag } from '../../ui/tag.tsx'

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
