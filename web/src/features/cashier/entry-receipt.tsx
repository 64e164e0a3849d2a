import type { EntryReason } from '@croupier/contract/cashier'
import type { Output } from '@croupier/contract/contract'
import type { Transaction } from '@croupier/contract/methods/cashier'
import { fromDecimal, isCurrency, toWire } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../account/account.tsx'
import { hasEndedUnpaid, hasMoved, maskOf, signed } from './entry-rules.ts'
import { EntryStatus, Timeline } from './entry-status.tsx'
import { CancelWithdrawal } from './withdraw-cancel.tsx'

type Entry = Output<'cashier.getdepositinfo'>

export function EntryReceipt({ entry }: { entry: Entry }) {
  const t = useTranslations('cashier.receipt')
  const r = useTranslations('cashier.reasons')
  const format = useFormat()
  const { id, type, status, reason, steps, action } = entry
  const isDeposit = type === 'deposit'
  return (
    <Card className="receipt">
      <header className="receipt-head">
        <h2>{t('title')}</h2>
        <p className="dim">{isDeposit ? t('deposit') : t('withdrawal')}</p>
        <p className="receipt-sum num">
          {hasMoved(entry) ? format.signedMoney(signed(entry)) : format.money(entry.amount)}
        </p>
        <div role="status">
          <EntryStatus status={status} />
          {reason && <p className="muted">{r(`${reason}`)}</p>}
        </div>
        {!isDeposit && <Timeline status={status} />}
      </header>
      <Facts entry={entry} />
      <section className="stack">
        <h3>{t('steps')}</h3>
        <StepList steps={steps} />
      </section>
      <div className="receipt-acts no-print">
        {action && (
          <ButtonLink kind="primary" to={paths.payPending(String(id))}>
            {t('continue')}
          </ButtonLink>
        )}
        <CopyButton size="m" text={String(id)} label={t('copy')} done={t('copied')} />
        <Button icon="file-text" onClick={() => window.print()}>
          {t('print')}
        </Button>
        <ButtonLink kind="ghost" to={paths.cashierHistory(type)}>
          {t('history')}
        </ButtonLink>
        <CancelWithdrawal entry={entry} />
      </div>
    </Card>
  )
}

function Facts({ entry }: { entry: Entry }) {
  const t = useTranslations('cashier.receipt.facts')
  const m = useTranslations('cashier.methods')
  const format = useFormat()
  const { id, type, amount, fee, kind, created_at, updated_at, domain } = entry
  const mask = maskOf(entry)
  // What came to nothing costs nothing and reached no account.
  const isVoid = hasEndedUnpaid(entry)
  const rest = isVoid ? null : afterFee(entry)
  return (
    <dl className="facts receipt-facts">
      <Fact name={t('reference')}>
        <span className="num">#{id}</span>
      </Fact>
      <Fact name={t('method')}>{m(`${kind}.title`)}</Fact>
      {mask && (
        <Fact name={t('details')}>
          <bdi className="num">{mask}</bdi>
        </Fact>
      )}
      <Fact name={isVoid ? t('amount') : type === 'deposit' ? t('paid') : t('leaves')}>
        <span className="num">{format.money(amount)}</span>
      </Fact>
      {!isVoid && (
        <Fact name={t('fee')}>
          <span className="num">{/[1-9]/.test(fee.amount) ? format.money(fee) : t('noFee')}</span>
        </Fact>
      )}
      {rest && (
        <Fact name={type === 'deposit' ? t('credited') : t('received')}>
          <span className="num">{format.money(rest)}</span>
        </Fact>
      )}
      {entry.offer && !isVoid && (
        <Fact name={t('offer')}>
          <Link className="link" to={paths.profileBonuses()}>
            {entry.offer.title}
          </Link>
        </Fact>
      )}
      <Fact name={t('asked')}>
        <LocalTime at={created_at} withTime />
      </Fact>
      <Fact name={t('changed')}>
        <LocalTime at={updated_at} withTime />
      </Fact>
      <Fact name={t('site')}>
        <bdi>{domain}</bdi>
      </Fact>
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** What is left of the amount when the fee is off it. */
function afterFee({ amount, fee }: Pick<Transaction, 'amount' | 'fee'>) {
  const { currency } = amount
  if (!isCurrency(currency)) return null
  const [whole, part] = [fromDecimal(amount.amount, currency), fromDecimal(fee.amount, currency)]
  return whole === null || part === null ? null : toWire(whole - part, currency)
}

/** What happened to it, when, and who did it; the newest last, as it happened. */
function StepList({ steps }: { steps: Entry['steps'] }) {
  const t = useTranslations('cashier')
  const { config } = useShell()
  const reasonText = (reason: EntryReason) => (reason ? t(`reasons.${reason}`) : null)
  return (
    <ol className="entry-steps">
      {steps.map(({ status, at, actor, reason }) => (
        <li key={`${at}-${status}`}>
          <b>{status === 'created' ? t('receipt.started') : t(`statuses.${status}`)}</b>
          <span className="dim">
            <LocalTime at={at} withTime /> · {t(`actors.${actor}`, { site: config.site.name })}
          </span>
          {reason && <span className="muted">{reasonText(reason)}</span>}
        </li>
      ))}
    </ol>
  )
}
