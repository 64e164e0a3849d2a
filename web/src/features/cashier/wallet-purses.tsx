import type { Balances } from '@croupier/contract/methods/account'
import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { paths } from '@croupier/contract/paths'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../../i18n/format.ts'
import { PurseBonus } from '../../session/purse-bonus.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'

/** Every purse with what it is for; what can be withdrawn first and largest. */
export function WalletPurses({ balances, bonus }: { balances: Balances; bonus: WireBonus | null }) {
  const names = useTranslations('shell.purses')
  const t = useTranslations('cashier.wallet')
  const shell = useTranslations('shell')
  const format = useFormat()
  const { balance_main: main, balance_held: held } = balances
  const others = [
    { key: 'bonus', name: names('bonus'), use: t('bonus'), value: balances.balance_bonus },
    { key: 'bettingBonus', name: names('bettingBonus'), use: t('bettingBonus'), value: balances.balance_betting_bonus },
    { key: 'fun', name: names('fun'), use: t('fun'), value: balances.balance_fun },
  ]
  return (
    <div className="wallet-cards">
      <div className="card wallet-main">
        <dl>
          <dt>{names('main')}</dt>
          <dd className="num">{format.money(main)}</dd>
          <dd className="muted">{t('main')}</dd>
        </dl>
        {isGain(held.amount) && (
          <dl className="wallet-held">
            <dt>{names('held')}</dt>
            <dd className="num">{format.money(held)}</dd>
            <dd className="muted">{t('held')}</dd>
          </dl>
        )}
        <div className="wallet-acts">
          <ButtonLink size="l" kind="primary" to={paths.deposit()}>
            {shell('deposit')}
          </ButtonLink>
          <ButtonLink size="l" to={paths.withdraw()}>
            {shell('withdraw')}
          </ButtonLink>
        </div>
      </div>
      {others.map(({ key, name, use, value }) => (
        <div key={key} className={cx('card', !isGain(value.amount) && 'is-none')}>
          <dl>
            <dt>{name}</dt>
            <dd className="num">{format.money(value)}</dd>
            <dd className="muted">{use}</dd>
          </dl>
          {key === 'bonus' && bonus && isGain(value.amount) && <PurseBonus bonus={bonus} />}
        </div>
      ))}
    </div>
  )
}
