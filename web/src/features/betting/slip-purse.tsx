import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { useBalances } from '../../session/balance.ts'
import { Radio } from '../../ui/check.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { SlipBonus } from './slip-bonuses.ts'
import type { SlipView } from './slip-view.ts'

/** Who pays: own money, play money, or a betting bonus. One line, and the choices behind it. */
export function SlipPurse({ view: { slip, account, bonuses, purse, shape } }: { view: SlipView }) {
  const t = useTranslations('placing.purse')
  const format = useFormat()
  const balances = useBalances()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  if (!account || !balances) return null
  const textOf = ({ type, amount, balance }: SlipBonus) => {
    if (type === 'free_bet') return t('free_bet', { amount: format.money(amount) })
    return type === 'wagering' ? t('wagering', { amount: format.money(balance) }) : t('combo_boost')
  }
  const choices = [
    { purse: 'main', name: t('main'), text: t('balance', { amount: format.money(balances.balance_main) }) },
    ...bonuses.map((bonus) => ({ purse: bonus.id, name: bonus.title, text: textOf(bonus) })),
    {
      purse: 'fun',
      name: t('fun'),
      text: `${t('balance', { amount: format.money(balances.balance_fun) })}. ${t('funText')}`,
    },
  ]
  const chosen = choices.find((each) => each.purse === purse)
  const isBonus = purse !== 'main' && purse !== 'fun'
  return (
    <div className="slip-policy">
      <button
        type="button"
        className="slip-row"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="wallet" />
        {t('label')}
        <b>
          <bdi>{chosen?.name}</bdi>
        </b>
        <Icon name="chevron-down" />
      </button>
      <div id={id} role="radiogroup" aria-label={t('label')} hidden={!isOpen}>
        {choices.map((each) => (
          <Radio
            key={each.purse}
            name={`${id}-purse`}
            checked={each.purse === purse}
            onChange={() => slip.edit({ purse: each.purse })}
          >
            <b>
              <bdi>{each.name}</bdi>
            </b>
            <small>{each.text}</small>
          </Radio>
        ))}
      </div>
      {isBonus && shape.bets > 1 && <p className="slip-fine">{t('many')}</p>}
    </div>
  )
}
