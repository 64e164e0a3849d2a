import { describe, expect, test } from 'vitest'
import { type CurrencySettings, currencyAfterCountry, firstCurrency, homeCurrency } from './currency-choice.ts'

const currencies = ['EUR', 'USD', 'JPY']
const settings = (changed: Partial<CurrencySettings>): CurrencySettings => ({
  emptyValue: 'firstValue',
  defaultValue: 'firstValue',
  changeCountryValue: 'firstValue',
  changeCountryFallbackValue: 'firstValue',
  ...changed,
})

describe('the currency with which the form opens', () => {
  test.each([
    [{ defaultValue: 'emptyValue' }, 'USD', ''],
    [{ defaultValue: 'firstValue' }, 'USD', 'EUR'],
    [{ defaultValue: 'selectedValue' }, 'USD', 'USD'],
    [{ defaultValue: 'selectedValue', emptyValue: 'firstValue' }, 'PLN', 'EUR'],
    [{ defaultValue: 'selectedValue', emptyValue: 'emptyValue' }, 'PLN', ''],
    [{ defaultValue: 'selectedValue', emptyValue: 'selectedValue' }, 'PLN', ''],
  ] as const)('%j with %s of the house is %j', (changed, selected, expected) => {
    expect(firstCurrency(settings(changed), { currencies, selected })).toBe(expected)
  })

  test('nothing offered leaves it empty', () => {
    expect(firstCurrency(settings({}), { currencies: [], selected: 'EUR' })).toBe('')
  })
})

test.each([
  ['GB', ['EUR', 'USD', 'GBP'], 'GBP'],
  ['GB', ['EUR', 'USD'], 'USD'],
  ['IE', ['EUR', 'USD', 'GBP'], 'EUR'],
  ['BR', ['USD', 'BRL'], 'BRL'],
  ['US', ['EUR', 'USD', 'GBP'], 'USD'],
  ['', ['EUR', 'USD', 'GBP'], 'USD'],
])('a visitor from %j who is offered %j pays in %s', (country, offered, currency) =>
  expect(homeCurrency(country, { currencies: offered, selected: 'USD' })).toBe(currency),
)

describe('the currency after another country', () => {
  test.each([
    [{ changeCountryValue: 'emptyValue' }, 'JPY', ''],
    [{ changeCountryValue: 'firstValue' }, 'JPY', 'EUR'],
    [{ changeCountryValue: 'selectedValue' }, 'JPY', 'JPY'],
    [{ changeCountryValue: 'selectedValue', changeCountryFallbackValue: 'firstValue' }, 'PLN', 'EUR'],
    [{ changeCountryValue: 'selectedValue', changeCountryFallbackValue: 'emptyValue' }, 'PLN', ''],
    [{ changeCountryValue: 'selectedValue', changeCountryFallbackValue: 'selectedValue' }, '', ''],
  ] as const)('%j with %s chosen before is %j', (changed, selected, expected) => {
    expect(currencyAfterCountry(settings(changed), { currencies, selected })).toBe(expected)
  })
})
