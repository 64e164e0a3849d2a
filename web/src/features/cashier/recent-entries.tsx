import type { Transaction } from '@croupier/contract/methods/cashier'
import { paths } from '@croupier/contract/paths'
import { useId } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { EntryTable } from './entry-table.tsx'

/** The last few entries, for pages beside the history. Ask `cashier.gethistory` with `count: entriesPerPage` and no type. */
export function RecentEntries({ entries }: { entries: readonly Transaction[] }) {
  const t = useTranslations('cashier.recent')
  const title = useId()
  return (
    <section className="section" aria-labelledby={title}>
      <header className="section-head">
        <h2 id={title}>{t('title')}</h2>
        <div className="section-tail">
          <Link className="section-more" to={paths.cashierHistory()}>
            {t('all')}
            <Icon name="chevron-right" />
          </Link>
        </div>
      </header>
      {entries.length > 0 ? (
        <EntryTable caption={t('title')} entries={entries} />
      ) : (
        <p className="muted">{t('none')}</p>
      )}
    </section>
  )
}
