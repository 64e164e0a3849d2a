import type { ComponentProps, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

type Look = { icon?: IconName; count?: ReactNode; small?: boolean }

function Inside({ icon, count, children }: Look & { children: ReactNode }) {
  return (
    <>
      {icon && <Icon name={icon} />}
      {children}
      {count !== undefined && <small className="num">{count}</small>}
    </>
  )
}

type ChipProps = Look & ComponentProps<'button'> & { on?: boolean }

/** A filter that is on or off. Without `on` it is a plain small action. */
export function Chip({ icon, count, small, on, children, className, ...rest }: ChipProps) {
  return (
    <button type="button" {...rest} className={cx('chip', small && 'chip-s', className)} aria-pressed={on}>
      <Inside icon={icon} count={count}>
        {children}
      </Inside>
    </button>
  )
}

type ChipLinkProps = Look & Omit<LinkProps, 'children'> & { current?: boolean; children: ReactNode }

export function ChipLink({ icon, count, small, current, children, className, ...rest }: ChipLinkProps) {
  return (
    <Link {...rest} className={cx('chip', small && 'chip-s', className)} aria-current={current ? 'page' : undefined}>
      <Inside icon={icon} count={count}>
        {children}
      </Inside>
    </Link>
  )
}
