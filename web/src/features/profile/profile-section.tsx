import { type ReactNode, useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'

type SectionProps = { title: ReactNode; text?: ReactNode; tail?: ReactNode; id?: string; children: ReactNode }

/** One card of a profile page. */
export function ProfileSection({ title, text, tail, id, children }: SectionProps) {
  const own = useId()
  return (
    <section className="card part" id={id} aria-labelledby={own}>
      <header className="part-head">
        <h2 id={own}>{title}</h2>
        {tail}
        {text && <p className="muted">{text}</p>}
      </header>
      {children}
    </section>
  )
}

type ItemProps = { icon: IconName; title: ReactNode; children?: ReactNode; action?: ReactNode }

/** A row: what it is about, how it stands, what can be done. */
export function Item({ icon, title, children, action }: ItemProps) {
  return (
    <li className="item">
      <span className="item-pip">
        <Icon name={icon} />
      </span>
      <div className="item-text">
        <b>{title}</b>
        {children}
      </div>
      {action && <div className="item-action">{action}</div>}
    </li>
  )
}
