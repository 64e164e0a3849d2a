import type { WireBonus } from '@croupier/contract/methods/bonuses'
import type { WireMoney } from '@croupier/contract/money'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Progress } from '../../ui/progress.tsx'
import { nextPayer, wageredShare } from './rules.ts'
import './bonus-strip.css'

type Props = {
  /** Null until it is known: its place is kept, so that the game does not jump. */
  bonus: WireBonus | null
  main: WireMoney
  /** The game can win a pot, which bonus money neither feeds nor wins. */
  hasPot: boolean
}

/** Under the meter of a game while a bonus is open: which money pays the next stake, how far it is, how much it may be. */
export function BonusStrip({ bonus, main, hasPot }: Props) {
  const t = useTranslations('bonuses.strip')
  const format = useFormat()
  if (!bonus) return <section className="bonus-strip" aria-label={t('label')} aria-busy="true" />
  const payer = nextPayer(bonus, main)
  const { required, done } = bonus.wagering
  return (
    <section className="bonus-strip" aria-label={t('label')} data-pot={(hasPot && payer === 'bonus') || undefined}>
      <Link className="bonus-strip-payer" to={paths.profileBonuses()}>
        <Icon name={payer === 'bonus' ? 'gift' : 'wallet'} />
        <b>{t(`${payer}`)}</b>
      </Link>
      <Progress thin value={wageredShare(bonus.wagering)} label={t('label')} />
      <p className="num">{t('wagered', { done: format.money(done), required: format.money(required) })}</p>
      {bonus.max_bet && <p className="bonus-strip-most">{t('most', { amount: format.money(bonus.max_bet) })}</p>}
      {hasPot && payer === 'bonus' && <p className="bonus-strip-pot">{t('pot')}</p>}
    </section>
  )
}
