import { type ReactNode, useState } from 'react'
import { Field } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import { Input, type InputProps } from './input.tsx'

type Props = Omit<InputProps, 'type' | 'end'> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Name of the eye button; its pressed state says the rest. */
  showLabel: string
  /** 0 to 4 steps of the bar. Left out where a known password is typed. */
  strength?: number
}

const steps = [1, 2, 3, 4]

export function PasswordField({ label, hint, error, showLabel, strength, ...rest }: Props) {
  const [shown, setShown] = useState(false)
  const bar = strength !== undefined && (
    <span className="strength" aria-hidden="true">
      {steps.map((step) => (
        <i key={step} className={step <= strength ? 'on' : undefined} />
      ))}
    </span>
  )
  const eye = (
    <IconButton
      icon={shown ? 'eye-off' : 'eye'}
      label={showLabel}
      aria-pressed={shown}
      onClick={() => setShown(!shown)}
    />
  )
  return (
    <Field
      label={label}
      error={error}
      hint={
        (bar || hint) && (
          <>
            {bar}
            {hint}
          </>
        )
      }
    >
      <Input
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        type={shown ? 'text' : 'password'}
        end={eye}
      />
    </Field>
  )
}
