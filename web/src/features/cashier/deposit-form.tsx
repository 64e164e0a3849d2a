import type { DepositMethod } from '@croupier/contract/methods/cashier'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { focusFirstWrong, useSend } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { AmountField } from './amount-field.tsx'
import { depositReason, round, tidySum, typedMinor, wire } from './amount-rules.ts'
import type { DepositData } from './deposit-data.ts'
import { DepositLimitLine } from './deposit-limit-line.tsx'
import { askAboutLimit } from './deposit-limit-prompt.tsx'
import type { Typed } from './deposit-offer-rules.ts'
import { DepositProblem } from './deposit-problem.tsx'
import { type PageProblem, type Problem, problemOf } from './deposit-rules.ts'
import { useMakeDeposit } from './deposit-send.ts'
import { DepositSums, LostOffer, OfferFine } from './deposit-sums.tsx'
import { MethodHead } from './method-cards.tsx'
import { useAmountText, useMethodWords } from './method-words.ts'
import type { Awaited } from './qr-panel.tsx'
import { RequisiteFields } from './requisite-fields.tsx'
import { useRequisites } from './requisite-state.ts'
import type { DepositOffer } from './use-deposit-offer.ts'

type Props = {
  settings: DepositData['settings']
  method: DepositMethod
  /** Kept outside, because the offers beside the form follow it. */
  amount: string
  onAmount: (amount: string) => void
  offer: DepositOffer
  typed: Typed
  /** The player is asked about a limit before the first deposit. */
  asksLimit: boolean
  onQr: (awaited: Awaited) => void
}

/** Amount, details, what it costs, one button. It stays the same form whichever method is chosen, so nothing typed is lost. */
export function DepositForm({ settings, method, amount, onAmount, offer, typed, asksLimit, onQr }: Props) {
  const t = useTranslations('cashier.deposit')
  const shell = useTranslations('shell')
  const format = useFormat()
  const words = useMethodWords()
  const { revalidate } = useRevalidator()
  const { currency, limit } = settings
  const [isLeft, setLeft] = useState(false)
  const [refusedAmount, setRefusedAmount] = useState<string | null>(null)
  const [problem, setProblem] = useState<PageProblem | null>(null)
  const mayGoOn = useLimitQuestion(asksLimit, currency)
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
  const shown = reason === null ? format.money(wire(minor, currency)) : null
  const wrong = refusedAmount ?? (isLeft ? reason : null)

  const write = (next: string) => {
    onAmount(next)
    setRefusedAmount(null)
    setProblem(null)
  }
  const showWrong = () => requestAnimationFrame(() => focusFirstWrong(form.current))

  const place = (next: Problem) => {
    if (next.kind === 'offer') return offer.refuse(next.no)
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
        const wish = { amount: tidySum(amount), currency, campaign_offer_id: offer.chosen?.id ?? 'none' }
        await makeDeposit(method, { ...wish, ...requisites.onWire() })
      } catch (error) {
        place(problemOf(error))
      }
    })
  }

  return (
    <form ref={form} className="cash-fields" noValidate onSubmit={submit}>
      <MethodHead name={words.name(method)} secured={t('secured')} />
      {method.kind !== 'bonus' && method.kind !== 'cashback' && <p className="cash-note">{words.note(method.kind)}</p>}
      <DepositAmount
        settings={settings}
        method={method}
        amount={amount}
        wrong={wrong}
        onAmount={write}
        onLeft={() => setLeft(true)}
        lost={offer.lost && <LostOffer lost={offer.lost} typed={typed} currency={currency} />}
      />
      <RequisiteFields key={method.sysname} requisites={requisites} method={method} />
      {limit && <DepositLimitLine limit={limit} amount={reason ? 0n : minor} />}
      <DepositSums
        method={method}
        minor={reason ? null : minor}
        currency={currency}
        offer={offer.chosen}
        typed={typed}
      />
      <div className={cx('cash-submit', shown && 'is-ready')}>
        {problem && <DepositProblem problem={problem} />}
        <Button type="submit" kind="primary" size="xl" full busy={isBusy}>
          {shown ? t('submit', { amount: format.money(round(wire(minor, currency))) }) : shell('deposit')}
        </Button>
      </div>
      {offer.chosen && <OfferFine offer={offer.chosen} typed={typed} currency={currency} />}
    </form>
  )
}

/** Asks once whether a limit comes first. False: the player wants to think, or set one that may change what is possible. */
function useLimitQuestion(asksLimit: boolean, currency: string): () => Promise<boolean> {
  const { revalidate } = useRevalidator()
  const [hasAsked, setAsked] = useState(!asksLimit)
  return async () => {
    if (hasAsked) return true
    setAsked(true)
    const answer = await askAboutLimit(currency)
    if (answer === 'set') revalidate()
    return answer === 'notNow'
  }
}

type AmountProps = Pick<Props, 'settings' | 'method' | 'amount' | 'onAmount'> & {
  wrong: string | null
  onLeft: () => void
  /** What became of the offer with this amount. */
  lost: ReactNode
}

function DepositAmount({ settings, method, amount, onAmount, wrong, onLeft, lost }: AmountProps) {
  const words = useMethodWords()
  const amountText = useAmountText()
  return (
    <AmountField
      currency={settings.currency}
      value={amount}
      onChange={onAmount}
      onBlur={() => amount !== '' && onLeft()}
      range={words.range(method)}
      hint={lost}
      error={wrong ? amountText(wrong, method) : undefined}
      suggestions={suggestionsOf(settings, method)}
    />
  )
}

const suggestionsOf = ({ amounts, currency }: DepositData['settings'], method: DepositMethod) =>
  amounts
    .filter((each) => each.currency === currency)
    .map((each) => round(each).amount)
    .map((each) => ({ amount: each, isDisabled: depositReason(each, method, currency) !== null }))
