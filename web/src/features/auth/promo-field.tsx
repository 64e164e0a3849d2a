import { cleanText } from '@croupier/contract/fields/text'
import { type Control, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { FormValues } from '../../forms/profile-field.tsx'
import { useReasonText } from '../../forms/reasons.ts'
import type { PromoState } from '../../forms/use-promo-check.ts'
import { Switch } from '../../ui/check.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { useAuth } from './auth-view.ts'

type Props = { control: Control<FormValues>; state: PromoState; hasSwitch: boolean }

/** A switch, and behind it the code with its three states: being looked up, good, invalid. */
export function PromoField({ control, state, hasSwitch }: Props) {
  const t = useTranslations('popups.auth.registration')
  const invalid = useTranslations('common.promoCodeErrors')
  const fieldText = useTranslations('fields')
  const reasonText = useReasonText()
  const { config } = useAuth()
  const { field: isOn } = useController({ control, name: 'hasPromocode' })
  const { field, fieldState } = useController({ control, name: 'promo_code' })
  const reason = fieldState.error?.message
  const isInvalid = state.kind === 'invalid' || reason === 'PROMO_INVALID'
  const error = isInvalid ? invalid('INVALID') : reason && reasonText(reason, 'promo_code')
  return (
    <div className="auth-promo">
      {hasSwitch && (
        <Switch checked={isOn.value === '1'} onChange={(event) => isOn.onChange(event.target.checked ? '1' : '')}>
          {t('hasPromo')} <small>{fieldText('optional')}</small>
        </Switch>
      )}
      {isOn.value === '1' && (
        <Field label={t('promo')} error={error} good={state.kind === 'good' ? state.title : undefined}>
          <Input
            name="promo_code"
            ref={field.ref}
            value={field.value ?? ''}
            onChange={(event) => field.onChange(cleanText('promo_code', event.target.value, config.forms.preventEmoji))}
            onBlur={field.onBlur}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            state={state.kind === 'checking' ? 'checking' : state.kind === 'good' && !error ? 'good' : undefined}
          />
        </Field>
      )}
    </div>
  )
}
