import type { SiteConfig } from '@croupier/contract/content'
import { useTranslations } from 'use-intl'
import { HelplineItems } from '../../site/helpline-items.tsx'

export type HelplineList = SiteConfig['site']['helplines']

/** People to talk to, as content lists them. */
export function Helplines({ list }: { list: HelplineList }) {
  const t = useTranslations('control.helplines')
  if (list.length === 0) return null
  return (
    <div className="control-help">
      <h3>{t('title')}</h3>
      <ul>
        <HelplineItems list={list} />
      </ul>
    </div>
  )
}
