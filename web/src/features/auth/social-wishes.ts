import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from '../../forms/profile-field.tsx'

/** What an account made through another service starts with. */
export const wishesOf = (values: FormValues, character: string): Record<string, string> => ({
  terms: values.terms ?? '',
  notify: values.notify ?? '',
  is_betting: values.is_betting ?? '',
  currency: values.currency ?? '',
  character_id: character,
  promo_code: values.hasPromocode === '1' ? (values.promo_code ?? '') : '',
})

type Consent = Pick<UseFormReturn<FormValues>, 'getValues' | 'setError' | 'setFocus'>

/** Other services ask for the same consent as the form. */
export function hasAgreed(hasTerms: boolean, { getValues, setError, setFocus }: Consent): boolean {
  if (!hasTerms || getValues('terms') === '1') return true
  setError('terms', { type: 'NOT_CHECKED', message: 'NOT_CHECKED' })
  setFocus('terms')
  return false
}
