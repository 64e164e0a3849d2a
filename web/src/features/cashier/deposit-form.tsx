import type { DepositMethod } from '@croupier/contract/methods/cashier'
import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { focusFirstWrong } from '../../forms/focus-wrong.ts'
import { useSend } from '../../forms/use-send.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Tag } from '../../ui/tag.tsx'
import { AmountField } from './amount-field.tsx'
import { depositReason, feeMinor, round, tidySum, typedMinor, wire } from './amount-rules.ts'
import { AmountSummary } from './amount-summary.tsx'
import { useAmountText } from './amount-words.ts'
import type { DepositData } from './deposit-data.ts'
import { DepositLimitLine } from './deposit-limit-line.tsx'
import { askAboutLimit } from './deposit-limit-prompt.tsx'
import { DepositProblem } from './deposit-problem.tsx'
import { type Problem, problemOf } from './deposit-rules.ts'
import { useMakeDeposit } from './deposit-send.ts'
import { useMethodWords } from './method-words.ts'
import type { Awaited } from './qr-panel.tsx'
import { RequisiteFields } from './requisite-fields.tsx'
import { useRequisites } from './requisite-state.ts'

type Props = {
  settings: DepositData['settings']
  method: DepositMethod
  startAmount: string
  /** The player is asked about a limit before the first deposit. */
  asksLimit: boolean
  onQr: (awaited: Awaited) => void
}

/** Amount, details, what it costs, one button. It stays the same form whichever method is chosen, so nothing typed is lost. */
export function DepositForm({ settings, method, startAmount, asksLimit, onQr }: Props) {
  const t = useTranslations('cashier.deposit')
  const shell = useTranslations('shell')
  const format = useFormat()
  const words = useMethodWords()
  const amountText = useAmountText()
  const { revalidate } = useRevalidator()
  const { currency, limit } = settings
  const [amount, setAmount] = useState(startAmount)
  const [isLeft, setLeft] = useState(false)
  const [refusedAmount, setRefusedAmount] = useState<string | null>(null)
  const [problem, setProblem] = useState<Exclude<Problem, { kind: 'fields' }> | null>(null)
  const [hasAsked, setAsked] = useState(!asksLimit)
  const requisites = useRequisites(method)
  const { isBusy, send } = useSend()
  const makeDeposit = useMakeDeposit(onQr)
  const form = useRef<HTMLFormElement>(null)

  // Another tab, a phone or the provider went on with a deposit: what is left and what is open may have changed.
  useTopic('cashier', () => {
    if (!isBusy) revalidate()
  })

  const reason = depositReason(amount, method, currency)
  const minor = typedMinor(amount, currency) ?? 0n
  const fee = feeMinor(minor, method.fee)
  const shown = reason === null ? format.money(wire(minor, currency)) : null
  const wrong = refusedAmount ?? (isLeft ? reason : null)

  const write = (next: string) => {
    setAmount(next)
    setRefusedAmount(null)
    setProblem(null)
  }
  const showWrong = () => requestAnimationFrame(() => focusFirstWrong(form.current))

  const place = (next: Problem) => {
    if (next.kind !== 'fields') {
      setProblem(next)
      // The figures stand in the notice; the field only says that it is the one.
      if (next.kind === 'barrier' && next.barrier.kind === 'limit') setRefusedAmount('OVER_LIMIT')
      if (next.kind === 'closed' || next.kind === 'stale') revalidate()
      return
    }
    const hasPlace = requisites.refuse(next.fields)
    if (next.fields.amount) setRefusedAmount(next.fields.amount)
    if (hasPlace || next.fields.amount) showWrong()
    else setProblem({ kind: 'stale' })
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setLeft(true)
    const areRight = requisites.check()
    if (reason || !areRight) return showWrong()
    send(async () => {
      setProblem(null)
      if (!hasAsked) {
        setAsked(true)
        // A limit that was just set may change what is possible, so the button is pressed once more.
        const answer = await askAboutLimit(currency)
        if (answer === 'set') revalidate()
        if (answer !== 'notNow') return
      }
      try {
        await makeDeposit(method, { amount: tidySum(amount), currency, ...requisites.onWire() })
      } catch (error) {
        place(problemOf(error))
      }
    })
  }

  const suggestions = settings.amounts
    .filter((each) => each.currency === currency)
    .map((each) => round(each).amount)
    .map((each) => ({ amount: each, isDisabled: depositReason(each, method, currency) !== null }))
  return (
    <form ref={form} className="cash-fields" noValidate onSubmit={submit}>
      <header className="cash-head">
        <h2>{words.name(method)}</h2>
        <Tag icon="lock">{t('secured')}</Tag>
      </header>
      {method.kind !== 'bonus' && method.kind !== 'cashback' && <p className="cash-note">{words.note(method.kind)}</p>}
      <AmountField
        currency={currency}
        value={amount}
        onChange={write}
        onBlur={() => amount !== '' && setLeft(true)}
        range={words.range(method)}
        error={wrong ? amountText(wrong, method) : undefined}
        suggestions={suggestions}
      />
      <RequisiteFields key={method.sysname} requisites={requisites} method={method} />
      {limit && <DepositLimitLine limit={limit} amount={reason ? 0n : minor} />}
      <AmountSummary
        lines={[
          { label: t('youPay'), value: shown ?? '—' },
          { label: t('fee'), value: words.feeLine(method.fee, shown ? wire(fee, currency) : null) },
          { label: t('inWallet'), value: shown ? format.money(wire(minor - fee, currency)) : '—', isTotal: true },
        ]}
      />
      <div className={cx('cash-submit', shown && 'is-ready')}>
        {problem && <DepositProblem problem={problem} />}
        <Button type="submit" kind="primary" size="xl" full busy={isBusy}>
          {shown ? t('submit', { amount: format.money(round(wire(minor, currency))) }) : shell('deposit')}
        </Button>
      </div>
    </form>
  )
}
