export const fieldTypes = ['input', 'select', 'password', 'date', 'phone', 'country_code', 'region'] as const

/** One field of a profile, as `account.getPersonalDataFields` describes it for a country. */
export type FieldDefinition = {
  sysname: string
  type: (typeof fieldTypes)[number]
  options: { select?: { value: string; name: string }[]; mask?: string; regex?: string }
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
