import type { FieldDefinition } from '@croupier/contract/fields/definition'
import { checkRegistration, type Registration, registrationFields } from '@croupier/contract/fields/profile'
import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation } from 'react-router'
import type { FormValues } from '../../forms/profile-field.tsx'
import { useCountryChoices } from '../../forms/use-country-choices.ts'
import { usePromoCheck } from '../../forms/use-promo-check.ts'
import { kept, notes } from '../../session/browser-storage.ts'
import type { AuthConfig } from './auth-config.ts'
import { useAuth } from './auth-view.ts'
import { currencyAfterCountry, firstCurrency, homeCurrency } from './currency-choice.ts'
import { betTypeNote } from './where-next.ts'

export const surroundingsOf = ({ site, forms }: AuthConfig) => ({
  today: new Date().toISOString().slice(0, 10),
  ageLimit: site.ageLimit,
  postcodePattern: forms.postcodePattern,
})

export const errorsOf = (wrong: ReadonlyMap<string, string>) =>
  Object.fromEntries([...wrong].map(([name, reason]) => [name, { type: reason, message: reason }]))

type RegistrationQuery = { definitions: readonly FieldDefinition[]; type: 'fast' | 'form'; country: string }

/** The registration's values, rules and effects; how it looks stands elsewhere. */
export function useRegistration({ definitions, type, country }: RegistrationQuery) {
  const { config, draft } = useAuth()
  const { auth, site } = config
  const { pathname } = useLocation()
  const fast = auth.types.find(({ __component }) => __component === 'fast')
  const registration: Registration = {
    definitions,
    type,
    fastField: fast?.field || 'email',
    isFastAndFull: fast !== undefined && auth.types.some(({ __component }) => __component === 'form'),
    currencies: site.currencies,
    hasTerms: auth.hasTerms,
  }
  /** The code that was last found to be none. */
  const invalidCode = useRef<string>(null)
  const form = useForm<FormValues>({
    mode: auth.isEagerValidation ? 'onTouched' : 'onSubmit',
    reValidateMode: 'onChange',
    shouldFocusError: false,
    defaultValues: draft.current?.currency === undefined ? firstValues() : { ...draft.current },
    resolver: (values) => {
      const wrong = new Map<string, string>(checkRegistration(values, registration, surroundingsOf(config)))
      const isInvalid = values.hasPromocode === '1' && values.promo_code?.trim() === invalidCode.current
      if (isInvalid && !wrong.has('promo_code')) wrong.set('promo_code', 'PROMO_INVALID')
      return wrong.size > 0 ? { values: {}, errors: errorsOf(wrong) } : { values, errors: {} }
    },
  })

  function firstValues(): FormValues {
    const code = kept(notes.promoCode) ?? ''
    const stored = kept(betTypeNote)
    const offered = { currencies: site.currencies, selected: site.defaultCurrency }
    const isBetting = stored === null ? pathname === '/betting' : stored === '1'
    return {
      country_code: country,
      phone_country_code: country,
      currency: firstCurrency(auth.currency, { ...offered, selected: homeCurrency(country, offered) }),
      hasPromocode: code ? '1' : '',
      promo_code: code,
      is_betting: isBetting ? '1' : '0',
      terms: '',
      notify: '',
    }
  }

  const [isPromoOn, code] = form.watch(['hasPromocode', 'promo_code'])
  const promoState = usePromoCheck(code ?? '', isPromoOn === '1')
  invalidCode.current = promoState.kind === 'invalid' ? (code?.trim() ?? '') : null

  // What was typed outlives a look at the other form.
  useEffect(
    () => () => {
      draft.current = { ...draft.current, ...form.getValues() }
    },
    [form, draft],
  )

  const leaveCountry = useCountryChoices(form, definitions)
  function changeCountry(next: string) {
    const selected = form.getValues('currency') ?? ''
    leaveCountry()
    form.setValue('currency', currencyAfterCountry(auth.currency, { currencies: site.currencies, selected }))
    if (!form.getValues('phone')) form.setValue('phone_country_code', next)
  }

  return { form, registration, shown: registrationFields(registration), promoState, changeCountry }
}
