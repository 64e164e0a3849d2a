import type { Call } from '@croupier/contract/contract'
import type { WireMoney } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Card } from '../../ui/card.tsx'

type OpenBonus = { title: string; left: WireMoney }

/** The bonus behind which a new one would wait. */
export async function askOpenBonus(call: Call): Promise<OpenBonus | null> {
  // The open one comes first.
  const { items } = await call('bonuses.get', { count: 1, fields: 'title,status,wagering' })
  const open = items.find(({ status }) => status === 'active' || status === 'paused')
  return open ? { title: open.title, left: open.wagering.left } : null
}

export function OpenBonusNote({ bonus: { title, left } }: { bonus: OpenBonus }) {
  const t = useTranslations('offers')
  const { money } = useFormat()
  return (
    <Card className="stack">
      <h2 className="h3">{t('openBonus.title')}</h2>
      <p className="muted">{t('openBonus.text', { title, left: money(left) })}</p>
      <p>
        <Link className="link" to={paths.profileBonuses()}>
          {t('yourBonuses')}
        </Link>
      </p>
    </Card>
  )
}
