import { cx } from './cx.ts'
import type { FlagName, IconName } from './icon-names.ts'

// These point somewhere, so they turn around in right-to-left pages.
const turning = new Set<IconName>([
  'arrow-left',
  'arrow-right',
  'chevron-left',
  'chevron-right',
  'log-in',
  'log-out',
  'undo-2',
])

type Props = {
  name: IconName
  /** Side in pixels; without it the icon follows the text around it. */
  size?: number
  /** Only for an icon that stands alone; beside a word it says nothing. */
  label?: string
  className?: string
}

export function Icon({ name, size, label, className }: Props) {
  return (
    <svg
      className={cx('i', turning.has(name) && 'i-turn', className)}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    >
      <use href={`#i-${name}`} />
    </svg>
  )
}

/** Always beside a word: a flag alone never names a language. */
export function Flag({ name }: { name: FlagName }) {
  return <img className="flag" src={`/flags/${name}.svg`} width={16} height={16} alt="" loading="lazy" />
}
