import type { SiteConfig } from '@croupier/contract/content'

export type CurrencySettings = SiteConfig['auth']['currency']
type Choice = CurrencySettings[keyof CurrencySettings]

type Offered = {
  currencies: readonly string[]
  /** What was chosen before: by the player in this form, or by the house as its own. */
  selected: string
}

/** Whose money a country counts in, where it is not the house's own. */
const homes: readonly [currency: string, countries: string][] = [
  ['GBP', 'GB IM JE GG'],
  ['EUR', 'AD AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MC MT NL PT SI SK SM'],
  ['BRL', 'BR'],
  ['UAH', 'UA'],
  ['JPY', 'JP'],
]

/** What a visitor from there is likely to pay in: offered, else the house's own. */
export function homeCurrency(country: string, { currencies, selected }: Offered): string {
  const home = homes.find(([, countries]) => countries.split(' ').includes(country))?.[0]
  return home !== undefined && currencies.includes(home) ? home : selected
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
