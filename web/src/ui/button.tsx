import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { Spinner } from './spinner.tsx'

export type ButtonKind = 'neutral' | 'primary' | 'ivory' | 'outline' | 'ghost' | 'danger' | 'glass'

type Look = {
  kind?: ButtonKind
  /** Heights 32, 40, 44, 52. */
  size?: 's' | 'm' | 'l' | 'xl'
  full?: boolean
  icon?: IconName
  children: ReactNode
}

function look({ kind = 'neutral', size = 'm', full }: Omit<Look, 'children'>, className?: string) {
  return cx('btn', kind !== 'neutral' && `btn-${kind}`, size !== 'm' && `btn-${size}`, full && 'btn-full', className)
}

type ButtonProps = Look & ComponentProps<'button'> & { busy?: boolean }

export function Button({ kind, size, full, icon, busy = false, children, className, onClick, ...rest }: ButtonProps) {
  // A busy button keeps its focus and its words; it only stops listening.
  const click = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))
  return (
    <button
      type="button"
      {...rest}
      className={look({ kind, size, full }, className)}
      onClick={click}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {children}
    </button>
  )
}

type ButtonLinkProps = Look & Omit<LinkProps, 'children'>

/** Looks like a button, goes somewhere. */
export function ButtonLink({ kind, size, full, icon, children, className, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={look({ kind, size, full }, className)}>
      {icon && <Icon name={icon} />}
      {children}
    </Link>
  )
}
