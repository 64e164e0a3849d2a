import type { UseFormReturn } from 'react-hook-form'
import type { FormValues } from '../../forms/profile-field.tsx'
import { kept, notes } from '../../session/browser-storage.ts'
import { betTypeNote } from './where-next.ts'

/** What an account made through another service starts with. What the form does not ask for is left out. */
export const wishesOf = (values: FormValues, character: string): Record<string, string> => ({
  terms: values.terms ?? '',
  notify: values.notify ?? '',
  ...(values.is_betting !== undefined && { is_betting: values.is_betting }),
  ...(values.currency !== undefined && { currency: values.currency }),
  character_id: character,
  ...(values.hasPromocode !== undefined && {
    promo_code: values.hasPromocode === '1' ? (values.promo_code ?? '') : '',
  }),
})

/** What the visit has noted, for a way in that shows no form: any of them may open an account. */
export const keptWishes = (): { is_betting?: '0' | '1'; promo_code?: string } => {
  const [betType, code] = [kept(betTypeNote), kept(notes.promoCode)]
  return {
    ...((betType === '0' || betType === '1') && { is_betting: betType }),
    ...(code && { promo_code: code }),
  }
}

type Consent = Pick<UseFormReturn<FormValues>, 'getValues' | 'setError' | 'setFocus'>

/** Other services ask for the same consent as the form. */
export function hasAgreed(hasTerms: boolean, { getValues, setError, setFocus }: Consent): boolean {
  if (!hasTerms || getValues('terms') === '1') return true
  setError('terms', { type: 'NOT_CHECKED', message: 'NOT_CHECKED' })
  setFocus('terms')
  return false
}
