import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'role'> & { children: ReactNode }

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
