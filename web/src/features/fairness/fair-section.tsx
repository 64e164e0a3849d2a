import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../account/account.tsx'
import './fairness.css'
import { useId } from 'react'

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

/** A name and its value; long values of seeds and hashes can be copied. */
export function Fact({ name, copy, children }: { name: ReactNode; copy?: string; children?: ReactNode }) {
  const t = useTranslations('fairness')
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {copy === undefined ? <span className="num">{children}</span> : <code>{copy}</code>}
        {copy !== undefined && <CopyButton text={copy} label={t('copy')} done={t('copied')} />}
      </dd>
    </div>
  )
}
