import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Counter, LastPaid } from './pot-card.tsx'
import type { Pot } from './pot-data.ts'

/** Every level with what is in it, where it begins, and how rarely it falls. */
export function PotLevels({ pot }: { pot: Pot }) {
  const t = useTranslations('jackpots')
  const format = useFormat()
  return (
    <ul className="levels">
      {pot.levels.map(({ sysname, amount, seed, staked_per_hit, last }) => (
        <li key={sysname} className="card level">
          <h3>{t(`levels.${sysname}`)}</h3>
          <p className="pot-sum">
            <Counter value={amount} />
          </p>
          <dl className="facts">
            <div>
              <dt>{t('seed')}</dt>
              <dd className="num">{format.money(seed)}</dd>
            </div>
            <div>
              <dt>{t('perHit')}</dt>
              <dd className="num">{format.money(staked_per_hit)}</dd>
            </div>
          </dl>
          <p className="muted">
            <LastPaid last={last} />
          </p>
        </li>
      ))}
    </ul>
  )
}
