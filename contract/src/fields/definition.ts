/** Rules that content may give to a field instead of the field's own; IBAN and card belong to payout details. */
export const ruleNames = [
  'required',
  'email',
  'phone',
  'fakename',
  'password',
  'name',
  'address',
  'date',
  'custom',
  'promo',
] as const
export type RuleName = (typeof ruleNames)[number]

/** What content may ask of a field beside its rule. */
export type FieldBounds = {
  minLength?: number
  maxLength?: number
  minValue?: number
  maxValue?: number
  /** The field whose value has to be repeated. */
  sameAs?: string
}

export const fieldTypes = ['input', 'select', 'password', 'date', 'phone', 'country_code', 'region'] as const

/** One field of a profile, as `account.getPersonalDataFields` describes it for a country. */
export type FieldDefinition = {
  sysname: string
  type: (typeof fieldTypes)[number]
  options: FieldBounds & {
    select?: { value: string; name: string }[]
    mask?: string
    regex?: string
    rule?: RuleName
  }
  params: { is_required: boolean; is_visible: boolean; is_registration: boolean; is_locked: boolean }
}

/** What is wrong with a value. Its text is the message `fields.errors.{reason}`; on the wire it stands in `invalid_parameters`. */
export type Reason =
  | 'REQUIRED'
  | 'FORMAT'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'TOO_SMALL'
  | 'TOO_LARGE'
  | 'UNKNOWN_VALUE'
  | 'EMAIL'
  | 'PHONE'
  | 'CHARACTERS'
  | 'NOT_SAME'
  | 'NOT_CHECKED'
  | 'TOO_YOUNG'
  | 'DATE'
  | 'CODE_DIGITS'
  | 'IBAN'
  | 'CARD'
  | 'CPF'
  | 'PATTERN'

export type Rule = (text: string) => Reason | null
