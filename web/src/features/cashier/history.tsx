import { paths } from '@croupier/contract/paths'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { NotOpenYet, PageHead } from '../../site/coming-page.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { Rail } from '../../ui/rail.tsx'

export const handle = { title: 'cashier.history.title', isIndexed: false }

/** The order is the specification's; the first opens unless the address names another. */
const tabs = ['deposit', 'withdrawal', 'bonuses', 'cashbacks'] as const

export default function CashierHistory() {
  const t = useTranslations('cashier.history')
  const [query] = useSearchParams()
  const chosen = tabs.find((tab) => tab === query.get('tab')) ?? tabs[0]
  return (
    <>
      <PageHead title={t('title')} />
      <nav aria-label={t('tabsLabel')}>
        <Rail>
          {tabs.map((tab) => (
            <ChipLink key={tab} to={paths.cashierHistory(tab)} current={tab === chosen} replace preventScrollReset>
              {t(`tabs.${tab}`)}
            </ChipLink>
          ))}
        </Rail>
      </nav>
      <NotOpenYet icon="history" text={t('notOpen')} />
    </>
  )
}
