import { IntlMessageFormat as Whole } from 'intl-messageformat'
import { formatNumber } from './number-text.ts'

type Made = ConstructorParameters<typeof Whole>

// The locales of the site are known. To ask whether a browser has numbers for one, or to make the first format of a
// number, lets it look through all of its locales: up to 50 ms in one piece, before a page answers to anything.
Whole.resolveLocale = (locales) => new Intl.Locale(typeof locales === 'string' ? locales : (locales[0] ?? 'en'))

/** The messages of the site: `#` is a number as the house writes it, the same in every locale. */
export class IntlMessageFormat extends Whole {
  constructor(message: Made[0], locales?: Made[1], formats?: Made[2], options?: Made[3]) {
    const given = options?.formatters
    super(message, locales, formats, given ? { ...options, formatters: withHouseNumbers(given) } : options)
  }
}

type Formatters = NonNullable<NonNullable<Made[3]>['formatters']>

function withHouseNumbers(given: Formatters): Formatters {
  const getNumberFormat = (locales?: string | string[], style?: Parameters<Formatters['getNumberFormat']>[1]) => ({
    format: (value: number) =>
      style || !Number.isInteger(value) ? given.getNumberFormat(locales, style).format(value) : formatNumber(value),
  })
  return Object.assign({}, given, { getNumberFormat })
}
