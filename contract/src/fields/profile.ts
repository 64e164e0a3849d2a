import { birthDate, date } from './date.ts'
import type { FieldBounds, FieldDefinition, Reason, Rule, RuleName } from './definition.ts'
import { cpf, documentNumber } from './document.ts'
import { email } from './email.ts'
import { fakename } from './fakename.ts'
import { loginLength } from './lengths.ts'
import { maxValue, minValue } from './money-input.ts'
import { address, personName, plainText } from './name.ts'
import { newPassword } from './password.ts'
import { custom, matches, postcode } from './pattern.ts'
import { phone } from './phone.ts'
import { firstOf, maxLength, minLength, promo, promoAtRegistration, required, sameAs, sex } from './plain.ts'

/** Values as a form holds them: text under the wire's names. */
export type ProfileValues = Readonly<Record<string, string | undefined>>

/** What the rules of a profile depend on beside its values. */
export type Surroundings = {
  /** YYYY-MM-DD, the server's day. */
  today: string
  ageLimit: number
  postcodePattern: string
}

/** A letter at least, and no at-sign: no address or number can be chosen as a name. */
export const login: Rule = (text) => {
  if (text.trim() === '') return 'REQUIRED'
  if (!/^[\p{L}\p{Nd}._-]*$/u.test(text) || !/\p{L}/u.test(text)) return 'CHARACTERS'
  return firstOf(minLength(loginLength.min), maxLength(loginLength.max))(text)
}

/** The rules that content may choose by name. */
const dictionary: Record<RuleName, (field: FieldDefinition, values: ProfileValues) => Rule> = {
  required: () => required,
  email: () => email,
  phone: (_field, values) => (text) => phone(text, values.phone_country_code),
  fakename: () => fakename,
  password: () => newPassword,
  name: () => personName,
  address: () => address,
  date: () => date,
  custom: ({ options }) => custom(options.regex),
  promo: () => promo,
}

const ruleOf = (field: FieldDefinition, values: ProfileValues, around: Surroundings): Rule => {
  if (field.options.rule) return dictionary[field.options.rule](field, values)
  switch (field.sysname) {
    case 'first_name':
    case 'middle_name':
    case 'last_name':
    case 'home_town':
      return personName
    case 'address':
      return address
    case 'postcode':
      return postcode(field.options.regex ?? around.postcodePattern)
    case 'birth_date':
      return (text) => birthDate(text, around)
    case 'sex':
      return sex
    case 'email':
      return email
    case 'phone':
      return (text) => phone(text, values.phone_country_code)
    case 'password':
      return newPassword
    case 'login':
      return login
    case 'document_number':
      return values.document_type === 'cpf' ? cpf : documentNumber
    default:
      return plainText
  }
}

/** One field of a profile: the same answer in the browser and on the server. */
export function checkField(
  field: FieldDefinition,
  values: ProfileValues,
  around: Surroundings,
  isRequired = field.params.is_required,
): Reason | null {
  const text = values[field.sysname] ?? ''
  if (text.trim() === '' || (field.sysname === 'sex' && text === '0')) return isRequired ? 'REQUIRED' : null
  const { select, regex } = field.options
  if (select && !select.some(({ value }) => value === text)) return 'UNKNOWN_VALUE'
  return firstOf(ruleOf(field, values, around), matches(regex), ...boundsOf(field.options, values))(text)
}

/** What content asks of a value beside its rule. */
function boundsOf({ minLength: least, maxLength: most, ...bounds }: FieldBounds, values: ProfileValues): Rule[] {
  return [
    ...(least === undefined ? [] : [minLength(least)]),
    ...(most === undefined ? [] : [maxLength(most)]),
    ...(bounds.minValue === undefined ? [] : [minValue(bounds.minValue)]),
    ...(bounds.maxValue === undefined ? [] : [maxValue(bounds.maxValue)]),
    ...(bounds.sameAs === undefined ? [] : [sameAs(values[bounds.sameAs] ?? '')]),
  ]
}

export type Registration = {
  definitions: readonly FieldDefinition[]
  type: 'fast' | 'form'
  /** What the fast form asks for beside the password: `email` or `phone`. */
  fastField: string
  /** Both forms are offered: then a player who takes the full one fills in all of it. */
  isFastAndFull: boolean
  currencies: readonly string[]
  hasTerms: boolean
}

/** Fields that every registration has, whatever the country says. */
const always = ['country_code', 'password']

/** Which fields a form shows, in the order of the definitions. */
export const registrationFields = ({ definitions, type, fastField }: Registration): FieldDefinition[] =>
  definitions.filter(({ sysname, params }) => {
    if (always.includes(sysname)) return true
    if (type === 'fast') return sysname === fastField
    return params.is_visible && params.is_registration
  })

export const isRequiredAtRegistration = (field: FieldDefinition, form: Registration): boolean =>
  always.includes(field.sysname) ||
  field.params.is_required ||
  (form.type === 'fast' ? field.sysname === form.fastField : form.isFastAndFull)

/** Everything that is wrong with a registration, by field. */
export function checkRegistration(
  values: ProfileValues,
  form: Registration,
  around: Surroundings,
): Map<string, Reason> {
  const wrong = new Map<string, Reason>()
  for (const field of registrationFields(form)) {
    const reason = checkField(field, values, around, isRequiredAtRegistration(field, form))
    if (reason) wrong.set(field.sysname, reason)
  }
  if (!values.currency) wrong.set('currency', 'REQUIRED')
  else if (!form.currencies.includes(values.currency)) wrong.set('currency', 'UNKNOWN_VALUE')
  if (form.hasTerms && values.terms !== '1') wrong.set('terms', 'NOT_CHECKED')
  const noPromo = hasPromo(values) ? promoAtRegistration(values.promo_code ?? '') : null
  if (noPromo) wrong.set('promo_code', noPromo)
  return wrong
}

/** A form says by its switch whether there is a code; of a call without one the code itself says it. */
const hasPromo = ({ hasPromocode, promo_code }: ProfileValues) =>
  hasPromocode === undefined ? promo_code !== undefined : hasPromocode === '1'
