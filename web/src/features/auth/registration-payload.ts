import type { Params } from '@croupier/contract/contract'

type Values = Readonly<Record<string, string>>

type Sent = {
  values: Values
  /** Which fields the form shows now; what was typed into others before is not sent. */
  shown: readonly string[]
  type: 'fast' | 'form'
  locale: string
  characterId: string
  /** Parameters of the address with which the visitor came, the id of the visit, and their like. */
  origin: Values
}

/**
 * What is sent: no empty values and no `hasPromocode`; e-mail and phone with the country of its code;
 * yes and no as '1' and '0'.
 */
export function registrationPayload({
  values,
  shown,
  type,
  locale,
  characterId,
  origin,
}: Sent): Params<'auth.register'> {
  const asked = [...shown, 'currency']
  const own = Object.entries(values).filter(([name, text]) => asked.includes(name) && text.trim() !== '')
  const given: Record<string, string> = Object.fromEntries(
    own.map(([name, text]) => [name, name === 'password' ? text : text.trim()]),
  )
  const isPhoneGiven = given.phone !== undefined && Boolean(values.phone_country_code)
  const promo = values.hasPromocode === '1' ? values.promo_code?.trim() : ''
  return {
    ...origin,
    ...given,
    type,
    locale,
    notify: values.notify === '1' ? '1' : '0',
    is_betting: values.is_betting === '1' ? '1' : '0',
    ...(values.terms === '1' && { terms: '1' }),
    ...(isPhoneGiven && { phone_country_code: values.phone_country_code }),
    ...(promo && { promo_code: promo }),
    ...(characterId && { character_id: characterId }),
  }
}
