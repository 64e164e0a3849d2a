import type { ReactNode, Ref } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Chip } from '../../ui/chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Field } from '../../ui/field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Input } from '../../ui/input.tsx'

type Suggestion = { amount: string; isDisabled?: boolean }

type Props = {
  currency: string
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** Beside the label: what may be typed. */
  range?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  suggestions?: readonly Suggestion[]
  /** More chips, such as "Everything". */
  more?: ReactNode
  disabled?: boolean
  /** A rest in cents may be typed too, where everything may be taken out. */
  decimals?: boolean
  ref?: Ref<HTMLInputElement>
}

/** One large sum, and amounts that are one press away. */
export function AmountField(props: Props) {
  const {
    currency,
    value,
    onChange,
    onBlur,
    range,
    hint,
    error,
    suggestions = [],
    more,
    disabled,
    decimals,
    ref,
  } = props
  const t = useTranslations('cashier.amount')
  const format = useFormat()
  const symbol = useSymbol(currency)
  const sign = (
    <span className="amount-sign num" aria-hidden="true">
      {symbol.text}
    </span>
  )
  return (
    <div className="amount">
      <Field label={t('label')} aside={range} hint={hint} error={error}>
        <Input
          ref={ref}
          name="amount"
          className="amount-well"
          inputMode={decimals ? 'decimal' : 'numeric'}
          autoComplete="off"
          enterKeyHint="done"
          maxLength={40}
          disabled={disabled}
          value={value}
          start={symbol.isFirst && sign}
          end={
            <>
              {!symbol.isFirst && sign}
              {value !== '' && !disabled && <IconButton icon="x" label={t('clear')} onClick={() => onChange('')} />}
            </>
          }
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
        />
      </Field>
      {(suggestions.length > 0 || more) && (
        <fieldset className="amount-chips">
          <legend className="sr">{t('suggested')}</legend>
          {suggestions.map(({ amount, isDisabled }) => (
            <Chip
              key={amount}
              className="num"
              on={amount === value}
              disabled={disabled || isDisabled}
              onClick={() => onChange(amount)}
            >
              {format.money({ amount, currency })}
            </Chip>
          ))}
          {more}
        </fieldset>
      )}
    </div>
  )
}

/** The sign of a currency, on the side where the locale writes it. */
function useSymbol(currency: string) {
  const format = useFormat()
  const shown = format.money({ amount: '0', currency }).replace(/[\u2066\u2069\u00a0]/g, '')
  return { text: shown.replace('0', ''), isFirst: !shown.startsWith('0') }
}

export type SummaryLine = {
  label: ReactNode
  value: ReactNode
  isTotal?: boolean
  /** Money of a bonus, or words that may take two lines. */
  kind?: 'bonus' | 'text'
}

/** What is paid, what it costs, what arrives. Every line keeps its place, so that nothing jumps while one types. */
export function AmountSummary({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <dl className="sum-lines">
      {lines.map(({ label, value, isTotal, kind }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved
        <div key={at} className={cx(isTotal && 'sum-total', kind && `is-${kind}`)}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
