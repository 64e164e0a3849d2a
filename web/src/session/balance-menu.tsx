import type { Balances } from '@croupier/contract/methods/account'
import { paths } from '@croupier/contract/paths'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../i18n/format.ts'
import { useShell } from '../shell.ts'
import { ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuLink } from '../ui/menu.tsx'
import { useBalances } from './balance.ts'
import { BalanceNews, BalanceSum, useBalanceName } from './balance-sum.tsx'

const MenuBonus = lazy(() => import('./menu-bonus.tsx'))

/** Pages with a primary action of their own; there the way to the cashier stands back. */
const busy = /^\/(cashier|profile|betting)(\/|$)/
const game = /^\/game\//

/** The money of the player on every page: what can be withdrawn in view, every purse one tap away. */
export function BalanceMenu({ isPayoutOnly }: { isPayoutOnly: boolean }) {
  const t = useTranslations('shell')
  const format = useFormat()
  const balances = useBalances()
  const { pathname } = useLocation()
  const [wasOpened, setOpened] = useState(false)
  const main = balances?.balance_main
  const name = useBalanceName(main)
  // Who has money to play with is not asked for more in a game.
  const isInGame = game.test(pathname) && (!main || isGain(main.amount) || isGain(balances.balance_bonus.amount))
  const isQuiet = busy.test(pathname) || isInGame
  const kind = isQuiet ? 'neutral' : 'primary'
  return (
    <div className="wallet">
      <Menu
        className="wallet-sum"
        label={name}
        onOpen={() => setOpened(true)}
        trigger={
          <>
            {main ? <BalanceSum value={main} /> : <span className="num">–</span>}
            <Icon name="chevron-down" />
          </>
        }
      >
        <div className="purses">
          {balances && <Purses balances={balances} wasOpened={wasOpened} />}
          <div className="purses-acts">
            {!isPayoutOnly && (
              <ButtonLink size="l" kind={kind} to={paths.deposit()}>
                {t('deposit')}
              </ButtonLink>
            )}
            <ButtonLink size="l" to={paths.withdraw()}>
              {t('withdraw')}
            </ButtonLink>
          </div>
          <hr className="hr" />
        </div>
        <MoreLinks isPayoutOnly={isPayoutOnly} />
      </Menu>
      {!isPayoutOnly && (
        <ButtonLink kind={kind} to={paths.deposit()} className="wallet-add">
          <Icon name="plus" />
          <span>{t('deposit')}</span>
        </ButtonLink>
      )}
      {main && !game.test(pathname) && <BalanceNews text={t('balanceNow', { amount: format.money(main) })} />}
    </div>
  )
}

function Purses({ balances, wasOpened }: { balances: Balances; wasOpened: boolean }) {
  const t = useTranslations('shell')
  const format = useFormat()
  const { balance_held: held, balance_bonus: bonus } = balances
  const hasBonus = isGain(bonus.amount)
  return (
    <>
      <dl className="purses-main">
        <dt>{t('purses.main')}</dt>
        <dd className="num">{format.money(balances.balance_main)}</dd>
      </dl>
      <dl className="facts purses-more">
        {isGain(held.amount) && <Purse name={t('purses.held')} value={held} />}
        <Purse name={t('purses.bonus')} value={bonus} />
      </dl>
      {wasOpened && hasBonus && (
        <Suspense>
          <MenuBonus />
        </Suspense>
      )}
      <dl className="facts purses-more">
        <Purse name={t('purses.bettingBonus')} value={balances.balance_betting_bonus} />
        <Purse name={t('purses.fun')} value={balances.balance_fun} />
      </dl>
    </>
  )
}

function Purse({ name, value }: { name: string; value: Balances['balance_main'] }) {
  const format = useFormat()
  return (
    <div className={cx(!isGain(value.amount) && 'is-none')}>
      <dt>{name}</dt>
      <dd className="num">{format.money(value)}</dd>
    </div>
  )
}

function MoreLinks({ isPayoutOnly }: { isPayoutOnly: boolean }) {
  const t = useTranslations('shell.purses')
  const { features } = useShell()
  return (
    <>
      {!isPayoutOnly && (
        <MenuLink to={paths.wallet()} icon="wallet">
          {t('wallet')}
        </MenuLink>
      )}
      {features.responsibleGaming && (
        <MenuLink to={paths.responsibleGame()} icon="gauge">
          {t('limits')}
        </MenuLink>
      )}
    </>
  )
}
