import type { Transaction } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useReasonText } from '../../forms/reasons.ts'
import { focusFirstWrong } from '../../forms/use-attempt.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import { type CashoutCup, CashoutNotice } from '../cups/cups.tsx'
import { AmountField, AmountSummary } from './amount-field.tsx'
import { round, tidySum } from './amount-rules.ts'
import { MethodCards, MethodHead } from './method-cards.tsx'
import { useAmountText, useMethodWords } from './method-words.ts'
import { RequisiteFields } from './requisite-fields.tsx'
import { useRequisites } from './requisite-state.ts'
import { BurnNotice } from './withdraw-burns.tsx'
import { amountReason, mostOf, outlookOf, rangeOf, type WithdrawSettings } from './withdraw-rules.ts'
import { type Refused, useWithdrawal } from './withdraw-send.ts'
import { useTrouble, type WithdrawTrouble } from './withdraw-trouble.ts'

type Props = {
  settings: WithdrawSettings
  /** Tournaments in which a payout begins the score anew. */
  cups: readonly CashoutCup[]
  onDone: (entry: Transaction) => void
  /** Gets a refusal that is about the player, not about what was typed. True when it has found its place. */
  onRefused: (refused: Refused) => boolean
}

/** Method, details, amount, what it costs. Nothing that was typed is lost by a refusal. */
export function WithdrawForm({ settings, cups, onDone, onRefused }: Props) {
  const t = useTranslations('cashier.withdraw')
  const shell = useTranslations('shell')
  const words = useMethodWords()
  const format = useFormat()
  const wrongText = useWrongText(settings)
  const troubleOf = useTrouble()
  const element = useRef<HTMLFormElement>(null)
  const { methods, available, currency, periods } = settings
  const [chosen, setChosen] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [isSeen, setSeen] = useState(false)
  const method = methods.find((each) => each.sysname === chosen && each.is_open) ?? firstOf(settings)
  const requisites = useRequisites(method)

  const focusWrong = () => requestAnimationFrame(() => focusFirstWrong(element.current))
  const place = (refused: Refused) => {
    if (onRefused(refused)) return
    if (refused.failure.kind === 'fields') requisites.refuse(refused.failure.fields)
    focusWrong()
  }
  const { isBusy, refused, forget, send } = useWithdrawal({ settings, onDone, onRefused: place })
  const trouble: WithdrawTrouble = refused ? troubleOf(refused) : {}

  const range = method && rangeOf(method, available)
  const cards = (
    <MethodCards
      methods={methods}
      value={method?.sysname ?? null}
      label={t('methods')}
      onChange={(sysname) => {
        setChosen(sysname)
        forget()
      }}
    />
  )
  // A provider that is away stays in view, so that one knows what to wait for.
  if (!method || !range)
    return (
      <Section title={t('methods')}>
        {methods.length > 0 && cards}
        <Notice>{t('noMethods')}</Notice>
      </Section>
    )

  const amount = tidySum(typed)
  const most = mostOf(range, periods)
  const wrong = amountReason(amount, range)
  const outlook = outlookOf(amount, method, range)
  const change = (next: string) => {
    setTyped(next)
    forget()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSeen(true)
    const isRight = requisites.check()
    if (wrong || !isRight) return focusWrong()
    send({ method: method.sysname, amount: { amount, currency }, ...requisites.onWire() })
  }
  return (
    <div className="cash">
      <Section title={t('methods')}>
        {cards}
        {trouble.methods && <MethodTrouble key={trouble.methods} text={trouble.methods} />}
      </Section>
      <Card className="cash-form">
        <form ref={element} className="cash-fields" noValidate onSubmit={submit}>
          <MethodHead name={words.name(method)} secured={t('secured')} />
          <AmountField
            currency={currency}
            decimals
            value={typed}
            onChange={change}
            onBlur={() => typed !== '' && setSeen(true)}
            range={words.range(method)}
            error={trouble.amount ?? (isSeen && wrong ? wrongText(wrong, method) : undefined)}
            more={most && <MostChip most={most} currency={currency} value={amount} onChange={change} />}
          />
          <RequisiteFields key={method.sysname} requisites={requisites} method={method} />
          {requisites.isNew && settings.needs_password && <p className="hint">{t('passwordAhead')}</p>}
          {trouble.details && (
            <InView key={trouble.details.text}>
              <DetailsTrouble {...trouble.details} />
            </InView>
          )}
          <Outcome fee={words.feeLine(method.fee, outlook?.fee ?? null)} outlook={outlook} />
          <Price burns={settings.burns} cups={cups} />
          <div className={cx('cash-submit', outlook && 'is-ready')}>
            {trouble.form && <Notice kind="error">{trouble.form}</Notice>}
            <Button type="submit" kind="primary" size="xl" full busy={isBusy}>
              {outlook ? t('submit', { amount: format.money(round({ amount, currency })) }) : shell('withdraw')}
            </Button>
          </div>
          <p className="hint">{t('review')}</p>
        </form>
      </Card>
    </div>
  )
}

/** What a payout takes away beside its fee. */
function Price({ burns, cups }: Pick<WithdrawSettings, 'burns'> & Pick<Props, 'cups'>) {
  return (
    <>
      <BurnNotice burns={burns} />
      <CashoutNotice cups={cups} />
    </>
  )
}

/** What is wrong with an amount, with the figures of the method and of the purse. */
function useWrongText({ available }: WithdrawSettings) {
  const t = useTranslations('cashier.withdraw')
  const format = useFormat()
  const reasonText = useReasonText()
  const amountText = useAmountText()
  return (reason: string, { min, max }: Pick<WithdrawSettings['methods'][number], 'min' | 'max'>) => {
    if (reason === 'INSUFFICIENT_FUNDS') return t('refusals.funds', { left: format.money(available) })
    if (reason === 'TOO_SMALL' || reason === 'TOO_LARGE') return amountText(reason, { min, max })
    return reason === 'FORMAT' ? t('wholeOrAll') : reasonText(reason, 'amount')
  }
}

function Outcome({ fee, outlook }: { fee: string; outlook: ReturnType<typeof outlookOf> }) {
  const t = useTranslations('cashier.withdraw')
  const format = useFormat()
  return (
    <AmountSummary
      lines={[
        { label: t('fee'), value: fee },
        { label: t('left'), value: outlook ? format.money(outlook.left) : '—' },
        { label: t('received'), value: outlook ? format.money(outlook.received) : '—', isTotal: true },
      ]}
    />
  )
}

type MostProps = {
  most: NonNullable<ReturnType<typeof mostOf>>
  currency: string
  value: string
  onChange: (value: string) => void
}

function MostChip({ most: { text, isAll }, currency, value, onChange }: MostProps) {
  const t = useTranslations('cashier.withdraw')
  const format = useFormat()
  return (
    <Chip on={value === text} onClick={() => onChange(text)}>
      {isAll ? t('everything') : t('most', { amount: format.money({ amount: text, currency }) })}
    </Chip>
  )
}

/** The button is always in reach, so what it brought may be out of sight. */
function InView({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.scrollIntoView({ block: 'center' }), [])
  return <div ref={box}>{children}</div>
}

const MethodTrouble = ({ text }: { text: string }) => (
  <InView>
    <Notice kind="error">{text}</Notice>
  </InView>
)

/** Where a deposit came from is where a payout goes first; else the first that is open. */
function firstOf({ methods }: WithdrawSettings) {
  const open = methods.filter(({ is_open }) => is_open)
  return open.find(({ saved }) => saved.some(({ is_source }) => is_source)) ?? open[0] ?? null
}

function DetailsTrouble({ text, help }: NonNullable<WithdrawTrouble['details']>) {
  const t = useTranslations('cashier.withdraw.refusals')
  return (
    <Notice kind="error">
      {text}{' '}
      {help && (
        <Link className="link" to={help === 'support' ? paths.support() : paths.verification()}>
          {help === 'support' ? t('toSupport') : t('toVerification')}
        </Link>
      )}
    </Notice>
  )
}
