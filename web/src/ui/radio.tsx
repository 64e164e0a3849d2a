import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }

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
