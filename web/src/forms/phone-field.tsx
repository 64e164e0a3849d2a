import type { PhoneOption } from '@croupier/contract/methods/account'
import type { ClipboardEvent, RefCallback } from 'react'
import { useTranslations } from 'use-intl'
import { Flag } from '../ui/icon.tsx'
import { type FlagName, flagNames } from '../ui/icon-names.ts'
import { SelectSearch } from '../ui/select-search.tsx'
import { MaskedInput } from './masked-input.tsx'
import { emptyPlaces, pastePhone, phoneMask } from './masks.ts'

const flagOf = (country: string): FlagName | undefined => flagNames.find((name) => name === country.toLowerCase())

/** The flag of a country, where we have it. */
export function CountryFlag({ country }: { country: string }) {
  const name = flagOf(country)
  return name ? <Flag name={name} /> : null
}

/** Amounts and codes keep their own direction inside any text. */
const isolated = (text: string) => `\u2066${text}\u2069`

type Props = {
  phones: readonly PhoneOption[]
  /** Country code of the chosen phone code. */
  country: string
  /** The digits behind the code. */
  value: string
  onChange: (digits: string, country: string) => void
  onBlur?: () => void
  disabled?: boolean
  ref?: RefCallback<HTMLInputElement>
}

/** Code of the country, then the number in its mask. Pasting a whole number picks the country. */
export function PhoneInput({ phones, country, value, onChange, onBlur, disabled, ref }: Props) {
  const t = useTranslations('fields.phone')
  const option = phones.find(({ country_code }) => country_code === country) ?? phones[0]
  if (!option) return null
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const { value: shown, selectionStart, selectionEnd } = event.currentTarget
    const well = { shown, start: selectionStart ?? shown.length, end: selectionEnd ?? shown.length, option }
    const filled = pastePhone(event.clipboardData.getData('text'), well, phones)
    onChange(filled.digits, filled.country)
  }
  return (
    <MaskedInput
      ref={ref}
      className="phone"
      type="tel"
      name="phone"
      autoComplete="tel-national"
      inputMode="tel"
      dir="ltr"
      mask={phoneMask(option.mask)}
      placeholder={emptyPlaces(option.mask)}
      value={value}
      disabled={disabled}
      onText={(text) => onChange(text.replace(/\D/g, ''), option.country_code)}
      onPaste={paste}
      onBlur={onBlur}
      start={
        <SelectSearch
          options={phones.map(({ country_code, phone_code, name }) => ({
            value: country_code,
            title: name,
            aside: isolated(phone_code),
            start: <CountryFlag country={country_code} />,
          }))}
          value={option.country_code}
          onChange={(next) => onChange(value, next)}
          searchLabel={t('search')}
          nothingFound={t('nothing')}
          disabled={disabled}
          inside={{
            label: t('code', { country: option.name, code: option.phone_code }),
            shown: (
              <>
                <CountryFlag country={option.country_code} />
                <span className="num">{isolated(option.phone_code)}</span>
              </>
            ),
          }}
        />
      }
    />
  )
}
