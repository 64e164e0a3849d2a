import type { SiteConfig } from '@croupier/contract/content'

export type CurrencySettings = SiteConfig['auth']['currency']
type Choice = CurrencySettings[keyof CurrencySettings]

type Offered = {
  currencies: readonly string[]
  /** What was chosen before: by the player in this form, or by the house as its own. */
  selected: string
}

/** Null: the choice means a currency that is not offered. */
function take(choice: Choice, { currencies, selected }: Offered): string | null {
  if (choice === 'emptyValue') return ''
  if (choice === 'firstValue') return currencies[0] ?? null
  return currencies.includes(selected) ? selected : null
}

/** The currency with which the form opens. When the wanted one is not offered, the setting `emptyValue` decides. */
export const firstCurrency = ({ defaultValue, emptyValue }: CurrencySettings, offered: Offered): string =>
  take(defaultValue, offered) ?? take(emptyValue, offered) ?? ''

/** The currency after another country was chosen. */
export const currencyAfterCountry = (
  { changeCountryValue, changeCountryFallbackValue }: CurrencySettings,
  offered: Offered,
): string => take(changeCountryValue, offered) ?? take(changeCountryFallbackValue, offered) ?? ''
