import { z } from 'zod'
import { readableBrand } from './brand.ts'
import { chatProviders } from './chat.ts'
import { fieldTypes, ruleNames } from './fields/definition.ts'
import { count, fallback, flagOr, image, link, listOf, text } from './parse.ts'
import { richText } from './rich-text.ts'

/**
 * Remote content, parsed once at the edge. Each section has a default for every field,
 * so that a broken or missing field never breaks a page.
 */

/** Only words that name a picture in the sprite or a file of ours; the page decides what it can draw. */
const icon = z
  .string()
  .regex(/^[a-z0-9-]{1,40}$/)
  .catch('')

/** It becomes part of a header, where a semicolon or a comma would begin another rule. */
const plainHost = /^[a-z0-9.-]+$/i

/** A moment that can be shown: anything else would print as no date at all. */
const moment = z.string().refine((written) => !Number.isNaN(Date.parse(written)))

const menuLink = z.object({
  label: z.string().min(1),
  url: link(),
  icon,
  /** Signed-in players only, guests only, or both. */
  visibleTo: fallback(z.enum(['all', 'guest', 'player']), 'all'),
})
export type MenuLink = z.output<typeof menuLink>

const menuGroup = z.object({ title: text(), links: listOf(menuLink) })
export type MenuGroup = z.output<typeof menuGroup>

const picture = z.object({ name: z.string().min(1), image: image(), url: link() })
export type NamedPicture = z.output<typeof picture>

/** Custom properties an operator may set; what people could not read is refused as a whole. */
const brand = (theme: 'dark' | 'light') =>
  fallback(
    z.record(z.string(), z.string()).transform((values) => readableBrand(theme, values)),
    {},
  )

const customCode = z.object({
  isEnabled: flagOr(),
  position: z.enum(['head', 'bodyStart', 'bodyEnd']),
  code: z.string().max(50_000),
})
export type CustomCode = z.output<typeof customCode>

const currencyChoice = fallback(z.enum(['emptyValue', 'firstValue', 'selectedValue']), 'firstValue')

/** A number, or nothing. */
const bound = () => fallback(z.number().nullable(), null)

const profileField = z.object({
  sysname: z.string().regex(/^[a-z_]{2,40}$/),
  type: z.enum(fieldTypes),
  /** Country codes; none means every country. */
  countries: listOf(z.string()),
  options: listOf(z.object({ value: z.string().min(1), label: z.string().min(1) })),
  mask: text(),
  regex: text(),
  /** Another rule than the field has by itself. */
  rule: fallback(z.enum(ruleNames).nullable(), null),
  minLength: bound(),
  maxLength: bound(),
  minValue: bound(),
  maxValue: bound(),
  /** The sysname of the field that has to be repeated. */
  sameAs: text(),
  isRequired: flagOr(),
  isVisible: flagOr(true),
  isRegistration: flagOr(),
})
export type ProfileFieldContent = z.output<typeof profileField>

const chatConfig = z.object({ id: text(), license: text(), src: text(), widget_id: text(), lang: text() })

export const sections = {
  site: z.object({
    name: text('Croupier'),
    /** True closes the site: every page answers with the maintenance page. */
    isClosed: flagOr(),
    defaultTheme: fallback(z.enum(['dark', 'light', 'auto']), 'auto'),
    ageLimit: count(18),
    legal: text(),
    supportEmail: text(),
    brand: fallback(z.object({ dark: brand('dark'), light: brand('light') }), { dark: {}, light: {} }),
    /** Origins that may frame `/forms/*`, beside our own. */
    frameHosts: listOf(z.url({ protocol: /^https?$/, hostname: plainHost })),
    helplines: listOf(z.object({ name: z.string().min(1), url: link(), note: text() })),
    features: fallback(
      z.object({
        twoFactor: flagOr(true),
        verification: flagOr(true),
        responsibleGaming: flagOr(true),
        betHistory: flagOr(true),
        loyalty: flagOr(true),
        characters: flagOr(true),
      }),
      {
        twoFactor: true,
        verification: true,
        responsibleGaming: true,
        betHistory: true,
        loyalty: true,
        characters: true,
      },
    ),
    currencies: fallback(z.array(z.string()), ['EUR', 'USD', 'GBP', 'BRL', 'UAH', 'JPY', 'USDT']),
    defaultCurrency: text('USD'),
    /** Units of each currency for one of the default currency, as decimal text. For display only. */
    currencyRates: fallback(z.record(z.string(), z.string().regex(/^\d{1,12}(\.\d{1,8})?$/)), {}),
    /** Where players may come from; empty means everywhere. */
    countries: listOf(z.string().regex(/^[A-Z]{2}$/)),
    /** Stored with every acceptance; a new one asks players again. */
    termsVersion: text('1'),
    domainType: fallback(z.enum(['main', 'mirror']), 'main'),
    isSeonEnabled: flagOr(),
    /** The agent of the fraud check, loaded where the check is on and the visitor agreed. */
    seonScript: text('https://cdn.seondf.com/js/v6/agent.umd.js'),
    isBonusIsolationEnabled: flagOr(),
    isGameHistoryExportEnabled: flagOr(true),
    forceLogoutSeconds: count(0),
    inactivityCashierSeconds: count(0),
    inactivityProfileSeconds: count(0),
    analytic: fallback(z.record(z.string(), z.unknown()), {}),
    /** So many signs within seven days begin care, by kind; hours are those of one day. Zero turns a rule off. */
    care: fallback(z.object({ refusals: count(3), raises: count(3), cancels: count(3), hours: count(10) }), {
      refusals: 3,
      raises: 3,
      cancels: 3,
      hours: 10,
    }),
  }),
  common: z.object({
    menuLinks: listOf(menuGroup),
    profileLinks: listOf(menuLink),
    mobileBottomMenu: listOf(menuLink),
    footerLinks: listOf(menuGroup),
    userMenuLinks: listOf(menuLink),
    socialItemsList: listOf(picture.extend({ icon })),
    paymentMethods: listOf(picture),
    confirmHint: fallback(z.object({ showConfirmContactsHint: flagOr(true), pageExceptions: listOf(z.string()) }), {
      showConfirmContactsHint: true,
      pageExceptions: [],
    }),
    offers: fallback(
      z.object({ showPromocodeSwitcher: flagOr(true), cashbackIntervalView: flagOr(), bonusesSwitchOrder: flagOr() }),
      {
        showPromocodeSwitcher: true,
        cashbackIntervalView: false,
        bonusesSwitchOrder: false,
      },
    ),
    localeDetectStrategy: fallback(z.enum(['platform', 'url']), 'platform'),
    iconsFlag: flagOr(true),
    ratingSites: listOf(picture),
    customCode: listOf(customCode),
  }),
  home: z.object({
    title: text(),
    chips: listOf(menuLink),
    promises: listOf(z.object({ icon, title: z.string().min(1), text: text(), url: link(), label: text() })),
    text: richText,
  }),
  auth: z.object({
    types: listOf(
      z.object({
        __component: z.enum(['social', 'fast', 'form']),
        id: count(0),
        label: text(),
        isFast: flagOr(),
        field: text(),
      }),
    ),
    currency: fallback(
      z.object({
        emptyValue: currencyChoice,
        defaultValue: currencyChoice,
        changeCountryValue: currencyChoice,
        changeCountryFallbackValue: currencyChoice,
      }),
      {
        emptyValue: 'firstValue',
        defaultValue: 'firstValue',
        changeCountryValue: 'firstValue',
        changeCountryFallbackValue: 'firstValue',
      },
    ),
    hasCharacterSelection: flagOr(true),
    characters: listOf(
      z.object({
        id: z.string().min(1),
        name: z.string().min(1),
        image: image(),
        text: text(),
        /** Percent of points by kind of game. Only what the operator published counts. */
        boosts: fallback(z.record(z.string(), z.number()), {}),
      }),
    ),
    banner: image(),
    socialServices: listOf(
      z.object({ service: z.string().regex(/^[a-z][a-z0-9-]{0,30}$/), label: z.string().min(1), icon }),
    ),
    termsUrl: link(),
    privacyUrl: link(),
    isEagerValidation: flagOr(true),
    hasTerms: flagOr(true),
  }),
  cashier: z.object({
    depositAmounts: listOf(z.object({ currency: z.string(), amount: z.number() })),
    balanceRefresh: fallback(
      z.object({
        isEnabledInterval: flagOr(true),
        countSecondsForInterval: count(10),
        isEnabledTurnOffRequests: flagOr(true),
        countMinutesAfterWhichRequestsTurnedOff: count(5),
        isEnabledRequestsAfterClick: flagOr(true),
        countSecondsForDelayBetweenClick: count(1),
      }),
      {
        isEnabledInterval: true,
        countSecondsForInterval: 10,
        isEnabledTurnOffRequests: true,
        countMinutesAfterWhichRequestsTurnedOff: 5,
        isEnabledRequestsAfterClick: true,
        countSecondsForDelayBetweenClick: 1,
      },
    ),
  }),
  games: z.object({
    isFavouriteVisible: flagOr(true),
    isZeroBalanceAllowed: flagOr(true),
    fullscreen: fallback(z.enum(['all', 'telegram', 'product', 'none']), 'all'),
    pageSize: count(18),
    /** Other names and pictures for games of the catalogue; what is left empty stays as the game has it. */
    overrides: listOf(z.object({ sysname: z.string().min(1), name: text(), image: image() })),
  }),
  search: z.object({ debounceMs: count(300), popular: listOf(z.string()) }),
  loyalty: z.object({
    isEnabled: flagOr(true),
    hasCharacters: flagOr(true),
    toastSeconds: count(5),
    volumePercent: count(50),
  }),
  forms: z.object({
    preventEmoji: listOf(z.string()),
    postcodePattern: text(),
    /** The fields of a profile, in order. Of several with one sysname the first that names the country holds. */
    fields: listOf(profileField),
  }),
  banner: z.object({ secondsPerSlide: count(7) }),
  tournaments: z.object({ gamesPageSize: count(12) }),
  support: z.object({
    chat: fallback(z.enum(chatProviders).nullable(), null),
    config: fallback(z.record(z.string(), chatConfig), {}),
    topics: listOf(z.object({ icon, title: z.string().min(1), text: text(), url: link() })),
  }),
} as const

export type SectionName = keyof typeof sections
export type SiteConfig = { [S in SectionName]: z.output<(typeof sections)[S]> }

/** Collections: lists of records with an id, each in a locale. */
export const redirect = z.object({
  from_url: z.string().startsWith('/').max(1000),
  to_url: z.string().min(1).max(2000),
})
export type Redirect = z.output<typeof redirect>

export const page = z.object({
  slug: z.string().regex(/^[a-z0-9-]+$/),
  title: z.string().min(1),
  lead: text(),
  body: richText,
  faq: listOf(z.object({ question: z.string().min(1), answer: richText })),
  updatedAt: moment.catch('').meta({ written: 'day' }),
})
export type Page = z.output<typeof page>

export const promoCode = z.object({
  code: z.string().min(1).max(64),
  title: z.string().min(1),
  text: text(),
  // A date that cannot be read leaves the code out: without it the code would run for ever.
  startsAt: moment.or(z.literal('')).default('').meta({ written: 'moment' }),
  endsAt: moment.or(z.literal('')).default('').meta({ written: 'moment' }),
})
export type PromoCode = z.output<typeof promoCode>
