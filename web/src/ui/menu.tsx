import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type ToggleEvent,
  useId,
  useRef,
} from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'
import { placePopover } from './place-popover.ts'

type Props = {
  /** What the opening button shows, and its looks. */
  trigger: ReactNode
  label?: string
  className?: string
  /** Each time it is about to open. */
  onOpen?: () => void
  children: ReactNode
}

/**
 * A short list that opens under its button: links and actions.
 * The browser's own popover opens it before any script, closes it on Escape and outside clicks, and returns focus.
 */
export function Menu({ trigger, label, className = 'btn', onOpen, children }: Props) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  const place = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState !== 'open') return
    onOpen?.()
    if (button.current) placePopover(event.currentTarget, button.current)
  }
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !list.current) return
    event.preventDefault()
    list.current.showPopover()
    itemsOf(list.current)[0]?.focus()
  }
  const close = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target instanceof Element && event.target.closest(items)) event.currentTarget.hidePopover()
  }
  return (
    <>
      <button ref={button} type="button" className={className} aria-label={label} popoverTarget={id} onKeyDown={enter}>
        {trigger}
      </button>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the items are the controls; this only listens for them */}
      <div ref={list} id={id} className="menu" popover="auto" onBeforeToggle={place} onKeyDown={walk} onClick={close}>
        {children}
      </div>
    </>
  )
}

/** Links that look like buttons are walked through too. */
const items = '.menu-item, a[href]'

const itemsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>(items)]

const steps: Record<string, (at: number, count: number) => number> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
}

function walk(event: KeyboardEvent<HTMLDivElement>) {
  const step = steps[event.key]
  if (!step) return
  event.preventDefault()
  const all = itemsOf(event.currentTarget)
  const at = all.findIndex((item) => item.contains(document.activeElement))
  all[step(at, all.length)]?.focus()
}

type Look = { icon?: IconName; start?: ReactNode; children: ReactNode }

export function MenuItem({ icon, start, children, ...rest }: Look & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className="menu-item">
      {icon ? <Icon name={icon} /> : start}
      {children}
    </button>
  )
}

export function MenuLink({
  icon,
  start,
  current,
  children,
  className,
  ...rest
}: Look & LinkProps & { current?: boolean }) {
  return (
    <Link {...rest} className={cx('menu-item', className)} aria-current={current ? 'true' : undefined}>
      {icon ? <Icon name={icon} /> : start}
      {children}
      {current && <Icon name="check" className="menu-check" />}
    </Link>
  )
}
