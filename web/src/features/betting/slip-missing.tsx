import { toWire } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { RemedyLink } from './slip-refused.tsx'
import type { SlipView } from './slip-view.ts'

/** How much the purse lacks. Play money cannot be paid in. */
export function SlipMissing({ view: { missing, currency, tries, overs } }: { view: SlipView }) {
  const t = useTranslations('placing.no')
  const format = useFormat()
  const isSaid = tries.some(({ no, isQuick }) => !isQuick && no?.reason === 'INSUFFICIENT_FUNDS')
  if (missing === null || isSaid || overs.length > 0) return null
  return (
    <Notice kind="info">
      <p>{t('reasons.INSUFFICIENT_FUNDS', { amount: format.money(toWire(missing, currency)) })}</p>
      {currency !== 'FUN' && <RemedyLink remedy="deposit" />}
    </Notice>
  )
}
