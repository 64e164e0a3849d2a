import type { FieldDefinition } from '@croupier/contract/fields/definition'
import { passwordStrength } from '@croupier/contract/fields/password'
import { cleanText } from '@croupier/contract/fields/text'
import type { PhoneOption } from '@croupier/contract/methods/account'
import { type Control, type ControllerRenderProps, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import { Select } from '../ui/select.tsx'
import { SelectSearch } from '../ui/select-search.tsx'
import { asWritten, dateMask } from './day-text.ts'
import { MaskedInput } from './masked-input.tsx'
import { CountryFlag, PhoneInput } from './phone-field.tsx'
import { useReasonText } from './reasons.ts'

/** Text under the wire's names, as forms hold it and rules read it. */
export type FormValues = Record<string, string>

const autoComplete: Record<string, string> = {
  email: 'email',
  login: 'username',
  password: 'new-password',
  first_name: 'given-name',
  middle_name: 'additional-name',
  last_name: 'family-name',
  birth_date: 'bday',
  home_town: 'address-level2',
  address: 'street-address',
  postcode: 'postal-code',
}

/** More choices than this are searched, not scrolled. */
const mostInView = 12

type Props = {
  definition: FieldDefinition
  control: Control<FormValues>
  /** A reason from elsewhere; without it the form's own error of this field is shown. */
  error?: string
  isRequired?: boolean
  /** For a field of type phone: `account.getContactPhoneSettings`. Its country is the value `phone_country_code`. */
  phones?: readonly PhoneOption[]
  /** Fields from which pictures are taken away while typing: content's `forms.preventEmoji`. */
  preventEmoji?: readonly string[]
  /** After the form has the value: a change of country has effects. */
  onValue?: (value: string) => void
}

/** One field of a profile or a registration, as `account.getPersonalDataFields` describes it. */
export function ProfileField({
  definition,
  control,
  error,
  isRequired,
  phones = [],
  preventEmoji = [],
  onValue,
}: Props) {
  const t = useTranslations('fields')
  const reasonText = useReasonText()
  const { sysname, type, params } = definition
  const { field: controlled, fieldState } = useController({ control, name: sysname })
  const { field: phoneCountry } = useController({ control, name: 'phone_country_code' })
  const reason = error ?? fieldState.error?.message
  const label = t.has(`labels.${sysname}`) ? t(`labels.${sysname}`) : sysname.replaceAll('_', ' ')
  const value = controlled.value ?? ''
  // Who only passes through an empty field has done nothing wrong yet.
  const onBlur = () => (value === '' && !fieldState.isDirty ? undefined : controlled.onBlur())
  const field = { ...controlled, onBlur }
  const change = (text: string) => {
    const kept = cleanText(sysname, text, preventEmoji)
    field.onChange(kept)
    onValue?.(kept)
  }
  const shown = {
    label,
    error: reason && reasonText(reason, sysname, definition.options),
    aside: params.is_locked ? t('locked') : (isRequired ?? params.is_required) ? undefined : t('optional'),
  }

  if (type === 'password')
    return (
      <PasswordField
        label={label}
        error={shown.error}
        hint={t('passwordHint')}
        showLabel={t('showPassword')}
        strength={passwordStrength(value)}
        autoComplete="new-password"
        name={sysname}
        ref={field.ref}
        value={value}
        onChange={(event) => change(event.target.value)}
        onBlur={field.onBlur}
      />
    )
  if (type === 'phone')
    return (
      <Field {...shown}>
        <PhoneInput
          phones={phones}
          country={phoneCountry.value ?? ''}
          value={value}
          disabled={params.is_locked}
          ref={field.ref}
          onBlur={field.onBlur}
          onChange={(digits, country) => {
            if (country !== phoneCountry.value) phoneCountry.onChange(country)
            change(digits)
          }}
        />
      </Field>
    )
  return (
    <Field {...shown}>
      <Inside definition={definition} value={value} field={field} change={change} />
    </Field>
  )
}

type InsideProps = {
  definition: FieldDefinition
  value: string
  field: ControllerRenderProps<FormValues, string>
  change: (text: string) => void
}

function Inside({ definition: { sysname, type, options, params }, value, field, change }: InsideProps) {
  const t = useTranslations('fields')
  const { select, mask } = options
  const { onBlur, ref } = field
  if (select && (type === 'country_code' || select.length > mostInView))
    return (
      <SelectSearch
        options={select.map((option) => ({
          value: option.value,
          title: option.name,
          start: type === 'country_code' ? <CountryFlag country={option.value} /> : undefined,
        }))}
        value={value}
        ref={ref}
        onBlur={onBlur}
        onChange={change}
        placeholder={t('choose')}
        searchLabel={t('search')}
        nothingFound={t('nothing')}
        disabled={params.is_locked}
      />
    )
  if (select)
    return (
      <Select
        options={select.map((option) => ({ value: option.value, title: option.name }))}
        value={value}
        ref={ref}
        onBlur={onBlur}
        onChange={change}
        placeholder={t('choose')}
        disabled={params.is_locked}
      />
    )
  const common = {
    name: sysname,
    ref,
    onBlur,
    disabled: params.is_locked,
    autoComplete: autoComplete[sysname] ?? 'off',
    spellCheck: false,
  }
  const wanted = type === 'date' ? dateMask : mask
  if (wanted)
    return (
      <MaskedInput
        {...common}
        mask={wanted}
        value={type === 'date' ? asWritten(value) : value}
        onText={change}
        placeholder={type === 'date' ? t('datePlaceholder') : undefined}
        inputMode={/[a*]/.test(wanted) ? 'text' : 'numeric'}
      />
    )
  return (
    <Input
      {...common}
      type={sysname === 'email' ? 'email' : 'text'}
      inputMode={sysname === 'email' ? 'email' : 'text'}
      autoCapitalize={sysname === 'email' || sysname === 'login' ? 'none' : undefined}
      dir={sysname === 'email' ? 'ltr' : undefined}
      value={value}
      onChange={(event) => change(event.target.value)}
    />
  )
}
