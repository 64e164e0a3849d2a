import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { Progress } from '../../ui/progress.tsx'
import { wageredShare } from './rules.ts'

/** On home: the bonus that has money, how far it is and until when. */
export function BonusHomeCard({ bonus: { title, balance, wagering, expires_at: ends } }: { bonus: WireBonus }) {
  const t = useTranslations('bonuses')
  const { money } = useFormat()
  const done = () => <b className="num">{money(wagering.done)}</b>
  return (
    <Card className="own-card">
      <header>
        <h2>{title}</h2>
        <Link to={paths.profileBonuses()}>{t('home')}</Link>
      </header>
      <p className="own-line">
        <span className="muted">{t('money')}</span>
        <b className="own-sum num">{money(balance)}</b>
      </p>
      <div className="own-wager">
        <p className="own-line">
          <span>{t.rich('wagered', { done, required: money(wagering.required) })}</span>
          <span className="num">{t('percent', { percent: wagering.percent })}</span>
        </p>
        <Progress value={wageredShare(wagering)} label={t('wageredLabel')} />
        {ends && <p className="dim">{t.rich('ends', { date: () => <LocalTime at={ends} withTime /> })}</p>}
      </div>
    </Card>
  )
}
