import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { NotOpenYet, PageHead } from '../../site/coming-page.tsx'
import { Card } from '../../ui/card.tsx'

export const handle = { title: 'profile.overview.title', isIndexed: false }

export default function Overview() {
  const t = useTranslations('profile.overview')
  const format = useFormat()
  const { account } = useShell()
  if (!account) return null
  return (
    <>
      <PageHead
        title={<bdi>{account.fakename}</bdi>}
        text={t.rich('since', { date: () => <LocalTime at={account.reg_time} /> })}
      />
      <Card>
        <dl className="facts">
          <div>
            <dt>{t('login')}</dt>
            <dd>
              <bdi>{account.login}</bdi>
            </dd>
          </div>
          <div>
            <dt>{t('balance')}</dt>
            <dd className="num">{format.money(account.balance_main)}</dd>
          </div>
        </dl>
      </Card>
      <NotOpenYet icon="user" text={t('notOpen')} />
    </>
  )
}
