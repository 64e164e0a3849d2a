import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { Icon } from './icon.tsx'

export type SectionProps = {
  title: ReactNode
  more?: { to: string; text: string }
  children: ReactNode
}

/** A titled part of a page. `tail` stands at the end of its head. */
export function Section({ title, more, tail, children }: SectionProps & { tail?: ReactNode }) {
  const id = useId()
  return (
    <section className="section" aria-labelledby={id}>
      <header className="section-head">
        <h2 id={id}>{title}</h2>
        <div className="section-tail">
          {more && (
            <Link className="section-more" to={more.to}>
              {more.text}
              <Icon name="chevron-right" />
            </Link>
          )}
          {tail}
        </div>
      </header>
      {children}
    </section>
  )
}
