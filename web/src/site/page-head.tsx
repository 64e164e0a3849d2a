import type { ReactNode } from 'react'

/** The heading of a page: its name, and one sentence below. */
export function PageHead({ title, text, children }: { title: ReactNode; text?: ReactNode; children?: ReactNode }) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {text && <p className="muted">{text}</p>}
      {children}
    </header>
  )
}
