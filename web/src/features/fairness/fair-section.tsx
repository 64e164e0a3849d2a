import { type ReactNode, useId } from 'react'

/** One tool of the page, in a card that the row of parts leads to. */
export function FairSection({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  const own = useId()
  return (
    <section className="card part fair-part" id={id} aria-labelledby={own}>
      <header className="part-head">
        <h2 id={own}>{title}</h2>
        {text && <p className="muted">{text}</p>}
      </header>
      {children}
    </section>
  )
}
