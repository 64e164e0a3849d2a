import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Radio } from '../../ui/check.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type PricePolicy, pricePolicies } from './slip-prices.ts'

/** What happens when a price moves: one line, and its three answers behind it. */
export function SlipPolicy({ policy, onChange }: { policy: PricePolicy; onChange: (policy: PricePolicy) => void }) {
  const t = useTranslations('slip.policy')
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const names = { none: t('none'), better: t('better'), any: t('any') }
  const texts = { none: t('noneText'), better: t('betterText'), any: t('anyText') }
  return (
    <div className="slip-policy">
      <button
        type="button"
        className="slip-row"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="arrow-left-right" />
        {t('label')}
        <b>{names[policy]}</b>
        <Icon name="chevron-down" />
      </button>
      <div id={id} role="radiogroup" aria-label={t('label')} hidden={!isOpen}>
        {pricePolicies.map((each) => (
          <Radio key={each} name={`${id}-policy`} checked={each === policy} onChange={() => onChange(each)}>
            <b>{names[each]}</b>
            <small>{texts[each]}</small>
          </Radio>
        ))}
        <p className="slip-fine">{t('hint')}</p>
      </div>
    </div>
  )
}
