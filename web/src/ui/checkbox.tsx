import type { ComponentProps, ReactNode } from 'react'
import { Icon } from './icon.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode; invalid?: boolean }

/** The whole row is the target. Consent boxes are never checked beforehand. */
export function Checkbox({ children, invalid, ...rest }: Props) {
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
