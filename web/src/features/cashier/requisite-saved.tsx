import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Radio } from '../../ui/check.tsx'
import { Tag } from '../../ui/tag.tsx'
import { shownMask } from './entry-rules.ts'
import type { Requisites } from './requisite-state.ts'

/** Details that were used before, by what may be shown of them, and "new" as their peer. */
export function RequisiteSaved({ requisites, disabled }: { requisites: Requisites; disabled?: boolean }) {
  const t = useTranslations('cashier.requisites')
  const name = useId()
  const { saved, choice, choose } = requisites
  return (
    <fieldset className="saved">
      <legend className="field-label">{t('saved')}</legend>
      {saved.map(({ id, mask, state, is_source }) => (
        <Radio
          key={id}
          name={name}
          checked={choice === id}
          disabled={disabled || state === 'fraudulent'}
          onChange={() => choose(id)}
        >
          <span className="saved-line">
            <bdi className="num" dir="ltr">
              {shownMask(mask)}
            </bdi>
            {is_source && <Tag icon="circle-check">{t('source')}</Tag>}
            {state === 'checking' && (
              <Tag tone="warning" icon="clock">
                {t('states.checking')}
              </Tag>
            )}
            {state === 'required' && (
              <Tag tone="warning" icon="circle-alert">
                {t('states.required')}
              </Tag>
            )}
            {state === 'fraudulent' && (
              <Tag tone="negative" icon="ban">
                {t('states.fraudulent')}
              </Tag>
            )}
          </span>
        </Radio>
      ))}
      <Radio name={name} checked={choice === 'new'} disabled={disabled} onChange={() => choose('new')}>
        {t('new')}
      </Radio>
    </fieldset>
  )
}
