import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = Omit<ComponentProps<'input'>, 'type' | 'role'> & { children: ReactNode }

/** The whole row is the target. Consent boxes are never checked beforehand. */
export function Checkbox({ children, invalid, ...rest }: Props & { invalid?: boolean }) {
  return (
    <label className="check">
      <span className="check-box">
        <input {...rest} type="checkbox" aria-invalid={invalid || undefined} />
        <Icon name="check" />
      </span>
      <span>{children}</span>
    </label>
  )
}

/** One of a group: give all of them the same `name`. */
export function Radio({ children, ...rest }: Props) {
  return (
    <label className="check">
      <span className="check-box">
        <input {...rest} type="radio" />
      </span>
      <span>{children}</span>
    </label>
  )
}

/** Takes effect at once; a choice that waits for a button is a checkbox. */
export function Switch({ children, ...rest }: Props) {
  return (
    <label className="toggle-row">
      <span>{children}</span>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox tells its own state */}
      <input {...rest} className="toggle" type="checkbox" role="switch" />
    </label>
  )
}
