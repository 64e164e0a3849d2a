import { type ChangeEvent, type ReactNode, type RefObject, useRef } from 'react'
import { cx } from './cx.ts'
import { Field, useControl } from './field.tsx'
import { useFocusOnShow } from './use-focus-on-show.ts'

const length = 6

type Props = {
  label: ReactNode
  /** Digits only. */
  value: string
  onChange: (digits: string) => void
  /** The last cell was filled. */
  onFull?: (digits: string) => void
  hint?: ReactNode
  error?: ReactNode
  /** Takes the focus when it appears. */
  takesFocus?: boolean
}

/**
 * Six digits in cells. One real input lies over them, so that pasting, one-time-code filling,
 * screen readers and every keyboard work as in any other field.
 */
export function CodeField({ label, value, onChange, onFull, hint, error, takesFocus = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useFocusOnShow(input, takesFocus)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const digits = event.target.value.replace(/\D/g, '').slice(0, length)
    if (digits === value) return
    onChange(digits)
    if (digits.length === length) onFull?.(digits)
  }
  return (
    <Field label={label} hint={hint} error={error}>
      <div dir="ltr" className={cx('code', Boolean(error) && value === '' && 'code-wrong')}>
        {Array.from({ length }, (_, place) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            key={place}
            className="code-cell"
            aria-hidden="true"
            data-now={place === Math.min(value.length, length - 1) || undefined}
          >
            {value[place]}
          </span>
        ))}
        <CodeInput input={input} value={value} onChange={change} />
      </div>
    </Field>
  )
}

type InputProps = {
  input: RefObject<HTMLInputElement | null>
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

function CodeInput({ input, value, onChange }: InputProps) {
  return (
    <input
      {...useControl()}
      ref={input}
      className="code-input"
      type="text"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      value={value}
      onChange={onChange}
      // The caret is not drawn: it always stands behind the last digit.
      onSelect={({ currentTarget }) => currentTarget.setSelectionRange(value.length, value.length)}
    />
  )
}
