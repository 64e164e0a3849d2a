import type { Transaction } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { CopyButton } from '../account/account.tsx'
import { Timeline } from './entry-status.tsx'
import { EntryMethod } from './entry-table.tsx'
import { CancelWithdrawal } from './withdraw-cancel.tsx'

type Props = { asked: Transaction; onAgain: () => void }

/** A payout was asked for: its number, where it stands, and where to look for it later. */
export function WithdrawDone({ asked, onAgain }: Props) {
  const t = useTranslations('cashier.withdraw.done')
  const format = useFormat()
  const title = useRef<HTMLHeadingElement>(null)
  const [entry, setEntry] = useState(asked)
  useEffect(() => title.current?.focus(), [])
  // Approved or sent while one still looks at it. Without an answer the last one stands.
  useTopic('cashier', () => call('cashier.getdepositinfo', { id: asked.id }).then(setEntry, () => {}))
  const isWaiting = entry.reason === 'DETAILS_CHECKING'
  return (
    <Card className="withdraw-done">
      <span className="system-pip">
        <Icon name="circle-check" size={28} />
      </span>
      <h2 ref={title} tabIndex={-1}>
        {t('title', { amount: format.money(entry.amount) })}
      </h2>
      <p className="muted">{isWaiting ? t('checking') : t('text')}</p>
      <p>
        <EntryMethod entry={entry} /> · <span className="num">#{entry.id}</span>
      </p>
      <Timeline status={entry.status} />
      <div className="receipt-acts">
        <ButtonLink to={paths.receipt(entry.id)}>{t('receipt')}</ButtonLink>
        <CopyButton size="m" text={String(entry.id)} label={t('copy')} done={t('copied')} />
        {isWaiting && <CancelWithdrawal entry={entry} />}
        <Button kind="ghost" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </Card>
  )
}
