import { useTranslations } from 'use-intl'
import { confirm } from '../../dialogs/dialogs.ts'
import { useFormat } from '../../i18n/format.ts'
import type { WithdrawSettings } from './withdraw-rules.ts'

type Burns = WithdrawSettings['burns']

function BurnList({ burns }: { burns: Burns }) {
  const t = useTranslations('cashier.withdraw.burns')
  const format = useFormat()
  return (
    <div className="stack">
      <p>{t('text')}</p>
      <dl className="facts well">
        {burns.map(({ title, amount }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list stands as long as its dialog
          <div key={at}>
            <dt>{title === 'betting_bonus' ? t('bettingBonus') : t('bonus')}</dt>
            <dd className="num">{format.money(amount)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Lists what a payout takes away before it does. True when the player agrees to lose it. */
export function useAskBurns(): (burns: Burns) => Promise<boolean> {
  const t = useTranslations('cashier.withdraw.burns')
  return (burns) =>
    confirm({
      title: t('title'),
      content: <BurnList burns={burns} />,
      agree: t('agree'),
      reject: t('reject'),
      danger: true,
    })
}
