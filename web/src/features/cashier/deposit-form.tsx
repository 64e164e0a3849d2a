import type { DepositMethod } from '@croupier/contract/methods/cashier'
import { type FormEvent, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { focusFirstWrong, useSend } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { AmountField, AmountSummary } from './amount-field.tsx'
import { depositReason, feeMinor, round, tidySum, typedMinor, wire } from './amount-rules.ts'
import type { DepositData } from './deposit-data.ts'
import { DepositLimitLine } from './deposit-limit-line.tsx'
import { askAboutLimit } from './deposit-limit-prompt.tsx'
import { DepositProblem } from './deposit-problem.tsx'
import { type Problem, problemOf } from './deposit-rules.ts'
import { useMakeDeposit } from './deposit-send.ts'
import { MethodHead } from './method-cards.tsx'
import { useAmountText, useMethodWords } from './method-words.ts'
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

  /** False: the player wants to think first, or set a limit that may change what is possible. */
  const mayGoOn = async () => {
    if (hasAsked) return true
    setAsked(true)
    const answer = await askAboutLimit(currency)
    if (answer === 'set') revalidate()
    return answer === 'notNow'
  }

  // Another tab, a phone or the provider went on with a deposit: what is left and what is open may have changed.
  useTopic('cashier', () => {
    if (!isBusy) revalidate()
  })

  const reason = depositReason(amount, method, currency)
  const minor = typedMinor(amount, currency) ?? 0n
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
      // After a limit that was just set the button is pressed once more.
      if (!(await mayGoOn())) return
      try {
        await makeDeposit(method, { amount: tidySum(amount), currency, ...requisites.onWire() })
      } catch (error) {
        place(problemOf(error))
      }
    })
  }

  return (
    <form ref={form} className="cash-fields" noValidate onSubmit={submit}>
      <MethodHead name={words.name(method)} secured={t('secured')} />
      {method.kind !== 'bonus' && method.kind !== 'cashback' && <p className="cash-note">{words.note(method.kind)}</p>}
      <AmountField
        currency={currency}
        value={amount}
        onChange={write}
        onBlur={() => amount !== '' && setLeft(true)}
        range={words.range(method)}
        error={wrong ? amountText(wrong, method) : undefined}
        suggestions={suggestionsOf(settings, method)}
      />
      <RequisiteFields key={method.sysname} requisites={requisites} method={method} />
      {limit && <DepositLimitLine limit={limit} amount={reason ? 0n : minor} />}
      <Costs method={method} minor={reason ? null : minor} currency={currency} />
      <div className={cx('cash-submit', shown && 'is-ready')}>
        {problem && <DepositProblem problem={problem} />}
        <Button type="submit" kind="primary" size="xl" full busy={isBusy}>
          {shown ? t('submit', { amount: format.money(round(wire(minor, currency))) }) : shell('deposit')}
        </Button>
      </div>
    </form>
  )
}

const suggestionsOf = ({ amounts, currency }: DepositData['settings'], method: DepositMethod) =>
  amounts
    .filter((each) => each.currency === currency)
    .map((each) => round(each).amount)
    .map((each) => ({ amount: each, isDisabled: depositReason(each, method, currency) !== null }))

type CostsProps = {
  method: DepositMethod
  /** Null while no right amount is typed. */
  minor: bigint | null
  currency: string
}

function Costs({ method, minor, currency }: CostsProps) {
  const t = useTranslations('cashier.deposit')
  const format = useFormat()
  const words = useMethodWords()
  const fee = minor === null ? null : feeMinor(minor, method.fee)
  const shown = (sum: bigint | null) => (sum === null ? '—' : format.money(wire(sum, currency)))
  const left = minor === null || fee === null ? null : minor - fee
  return (
    <AmountSummary
      lines={[
        { label: t('youPay'), value: shown(minor) },
        { label: t('fee'), value: words.feeLine(method.fee, fee === null ? null : wire(fee, currency)) },
        { label: t('inWallet'), value: shown(left), isTotal: true },
      ]}
    />
  )
}
