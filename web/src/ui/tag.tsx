import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Icon } from './icon.tsx'
import type { IconName } from './icon-names.ts'

type Tone = 'positive' | 'negative' | 'warning' | 'info' | 'brass' | 'accent'

/** A word about the state of something. Meaning never rests on the tone alone. */
export function Tag({ tone, icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={cx('tag', tone && `tag-${tone}`)}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  )
}
