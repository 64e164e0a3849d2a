import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  icon: IconName
  /** An icon alone has no name of its own. */
  label: string
  size?: 's' | 'm'
  /** On a picture: white on dark in both themes. */
  onArt?: boolean
  /** The small ember dot: something is new. */
  dot?: boolean
}

export function IconButton({ icon, label, size = 'm', onArt, dot, className, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={cx('iconbtn', size === 's' && 'iconbtn-s', onArt && 'iconbtn-art', className)}
      aria-label={label}
    >
      <Icon name={icon} />
      {dot && <span className="dot" />}
    </button>
  )
}
