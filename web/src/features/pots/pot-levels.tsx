import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Counter, LastPaid } from './pot-card.tsx'
import type { Pot } from './pot-data.ts'

type Props = {
  pot: Pot
  /** One below the title that they stand under. */
  heading: 'h2' | 'h3'
}

/** Every level with what is in it, where it begins, and how rarely it falls. */
export function PotLevels({ pot, heading: Heading }: Props) {
  const t = useTranslations('jackpots')
  const format = useFormat()
  return (
    <ul className="levels">
      {pot.levels.map(({ sysname, amount, seed, staked_per_hit, last }) => (
        <li key={sysname} className="card level">
          <Heading className="level-name">{t(`levels.${sysname}`)}</Heading>
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
