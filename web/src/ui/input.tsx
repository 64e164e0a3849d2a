import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { useControl } from './field.tsx'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

export type InputProps = ComponentProps<'input'> & {
  /** Inside the well, before and after the value. */
  start?: ReactNode
  end?: ReactNode
  /** The value is being looked up, or was found to be right. */
  state?: 'checking' | 'good'
}

export function Input({ start, end, state, className, ...rest }: InputProps) {
  const control = useControl()
  return (
    <div className={cx('input', state === 'good' && 'input-good', className)}>
      {start}
      <input {...control} {...rest} />
      {state === 'checking' && <Spinner />}
      {state === 'good' && <Icon name="circle-check" className="input-check" />}
      {end}
    </div>
  )
}
