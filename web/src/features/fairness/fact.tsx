import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { CopyButton } from '../account/account.tsx'
import './fairness.css'

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
