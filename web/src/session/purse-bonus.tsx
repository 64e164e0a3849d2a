import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../i18n/format.ts'
import { LocalTime } from '../i18n/local-time.tsx'
import { Progress } from '../ui/progress.tsx'

/** How far the bonus of a purse is wagered, and when it ends. */
export function PurseBonus({ bonus: { wagering, expires_at: ends } }: { bonus: WireBonus }) {
  const t = useTranslations('bonuses')
  const format = useFormat()
  const done = () => <b className="num">{format.money(wagering.done)}</b>
  return (
    <div className="purse-bonus">
      <p>{t.rich('wagered', { done, required: format.money(wagering.required) })}</p>
      <Progress thin value={wagering.percent / 100} label={t('wageredLabel')} />
      <p>
        {ends && <span>{t.rich('purse.ends', { date: () => <LocalTime at={ends} withTime /> })}</span>}
        <Link className="link" to={paths.profileBonuses()}>
          {t('purse.about')}
        </Link>
      </p>
    </div>
  )
}
