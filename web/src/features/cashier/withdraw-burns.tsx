import type { WireMoney } from '@croupier/contract/money'
import { useTranslations } from 'use-intl'
import { confirm } from '../../dialogs/dialogs.ts'
import { useFormat } from '../../i18n/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { round } from './amount-rules.ts'
import { type Burn, burnLines } from './withdraw-rules.ts'

type Burns = readonly Burn[]

/** Each bonus with its amount, those that wait too, and what is in open rounds. */
function BurnList({ burns }: { burns: Burns }) {
  const t = useTranslations('bonuses.burns')
  const format = useFormat()
  const found = burnLines(burns)
  if (!found) return null
  return (
    <dl className="facts burn-list">
      {found.lines.map(({ title, word, amount }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stands as long as its form or dialog
        <div key={at}>
          <dt>{t(`${word}`, { title })}</dt>
          <dd className="num">{format.money(amount)}</dd>
        </div>
      ))}
      <div className="burn-sum">
        <dt>{t('sum')}</dt>
        <dd className="num">{format.money(found.sum)}</dd>
      </div>
    </dl>
  )
}

/** In the form, before its button: nothing is lost by surprise. */
export function BurnNotice({ burns }: { burns: Burns }) {
  const t = useTranslations('bonuses.burns')
  if (burns.length === 0) return null
  return (
    <Notice kind="warning">
      <div className="stack">
        <b>{t('formTitle')}</b>
        <p>{t('formText')}</p>
        <BurnList burns={burns} />
        <p>{t('stays')}</p>
      </div>
    </Notice>
  )
}

/** Lists what a payout takes away before it does. True when the player agrees to lose it. */
export function useAskBurns(): (burns: Burns, amount: WireMoney) => Promise<boolean> {
  const t = useTranslations('bonuses.burns')
  const format = useFormat()
  return (burns, amount) => {
    const sum = format.money(round(amount))
    return confirm({
      title: t('title'),
      content: (
        <div className="stack">
          <p>{t('text', { amount: sum })}</p>
          <BurnList burns={burns} />
          <p>{t('stays')}</p>
        </div>
      ),
      agree: t('agree', { amount: sum }),
      reject: t('reject'),
      danger: true,
    })
  }
}
