import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import { below, isTest, root } from './sources.ts'

/** Every locale says everything English says, in messages that work. */

const dir = join(root, 'content/messages')
const locales = readdirSync(dir)
const translated = locales.filter((locale) => locale !== 'en')

function flatten(value: unknown, key: string): [string, string][] {
  if (typeof value === 'string') return [[key, value]]
  if (typeof value !== 'object' || value === null) throw new Error(`${key} is neither a text nor a group`)
  return Object.entries(value).flatMap(([name, inner]) => flatten(inner, `${key}.${name}`))
}

const read = (locale: string) =>
  new Map(
    readdirSync(join(dir, locale)).flatMap((file) =>
      flatten(JSON.parse(readFileSync(join(dir, locale, file), 'utf8')), file.replace(/\.json$/, '')),
    ),
  )

const english = read('en')
const texts = locales.flatMap((locale) => [...read(locale)].map(([key, text]) => ({ locale, key, text })))
const keysWhere = (isBad: (text: string, locale: string, key: string) => boolean) =>
  texts.filter(({ locale, key, text }) => isBad(text, locale, key)).map(({ locale, key }) => `${locale} ${key}`)

type Element = ReturnType<IntlMessageFormat['getAst']>[number]

/** To parse is dear, and most texts have nothing to parse. */
const parsed = new Map<string, Element[]>()
function parse(text: string, locale: string): Element[] {
  if (!/[{}<>'#]/.test(text)) return []
  const known = parsed.get(`${locale} ${text}`) ?? new IntlMessageFormat(text, locale).getAst()
  parsed.set(`${locale} ${text}`, known)
  return known
}

function parts(elements: Element[]): Element[] {
  return elements.flatMap((element) => {
    if ('children' in element) return [element, ...parts(element.children)]
    if ('options' in element) return [element, ...Object.values(element.options).flatMap(({ value }) => parts(value))]
    return [element]
  })
}

/** The names a caller has to give a value for; tags are written as tags. */
function holes(text: string, locale: string): string[] {
  const names = parts(parse(text, locale)).flatMap((element) => {
    if ('children' in element) return [`<${element.value}>`]
    return 'value' in element && element.type !== 0 ? [element.value] : []
  })
  return [...new Set(names)].sort()
}

test('the house is called as content calls it', () => {
  expect(keysWhere((text) => /\bCroupier\b/.test(text))).toEqual([])
})

/** Forms that whole numbers of everyday size take. Spanish has one more from a million on, where `other` will do. */
const wholeNumbers = Array.from({ length: 1000 }, (_, at) => at)
const formsOf = new Map<string, Set<string>>()

function neededForms(locale: string, type: Intl.PluralRuleType | undefined): Set<string> {
  const rules = new Intl.PluralRules(locale, { type })
  const forms = formsOf.get(`${locale} ${type}`) ?? new Set(wholeNumbers.map((count) => rules.select(count)))
  formsOf.set(`${locale} ${type}`, forms)
  return forms
}

function missingForms(text: string, locale: string): string[] {
  return parts(parse(text, locale)).flatMap((element) => {
    if (!('pluralType' in element)) return []
    return [...neededForms(locale, element.pluralType)].filter((form) => !(form in element.options))
  })
}

/** Keys asked for in a source: `title` and `since` after `useTranslations('pages.offer')`. A `*` stands for a hole in a template. */
function asked(source: string): string[] {
  const namespaces = new Map<string, string>()
  const call =
    /const (\w+) = use(?:Plain)?Translations\(\s*(['"`][^'"`]*['"`])?\s*\)|\b(\w+)(?:\.rich|\.markup|\.raw)?\(\s*(['"`][^'"`]*['"`])/g
  const bare = (quoted: string) => quoted.slice(1, -1).replace(/\$\{[^}]*\}/g, '*')
  const keys = [...source.matchAll(call)].flatMap(([, declared, namespace, caller = '', key]) => {
    if (declared) namespaces.set(declared, namespace ? `${bare(namespace)}.` : '')
    const prefix = namespaces.get(caller)
    return prefix === undefined || !key ? [] : [prefix + bare(key)]
  })
  const titles = [...source.matchAll(/export const handle = \{[^}]*?\btitle: '([^']+)'/g)].map(([, key = '']) => key)
  return [...keys, ...titles]
}

const formOf = (key: string) => new RegExp(`^${key.replaceAll('.', '\\.').replaceAll('*', '[^.]+')}$`)

const isKnown = (key: string) => {
  if (!key.includes('*')) return english.has(key)
  const form = formOf(key)
  return [...english.keys()].some((known) => form.test(known))
}

describe('texts', () => {
  test.each(translated)('%s says everything English says, and nothing else', (locale) => {
    expect([...read(locale).keys()].sort()).toEqual([...english.keys()].sort())
  })

  test.each(translated)('%s leaves the same holes and tags as English', (locale) => {
    const spoken = read(locale)
    const wrong = [...english].filter(
      ([key, text]) => `${holes(spoken.get(key) ?? '', locale)}` !== `${holes(text, 'en')}`,
    )
    expect(wrong.map(([key]) => key)).toEqual([])
  })

  test('every message can be parsed, and has each form its numbers take', () => {
    expect(keysWhere((text, locale) => missingForms(text, locale).length > 0)).toEqual([])
  })

  test('no text is empty, shouts or mixes scripts inside a word', () => {
    expect(keysWhere((text) => text.trim() === '' || /[!¡]/.test(text))).toEqual([])
    expect(
      keysWhere((text) => /\p{Script=Latin}\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{Script=Latin}/u.test(text)),
    ).toEqual([])
  })

  test('words on buttons are short', () => {
    const onButton = /\.button$|\.switch$|^popups\.auth\.back$|^common\.notOpen\.home$|^common\.newVersion\.reload$/
    expect(keysWhere((text, _, key) => onButton.test(key) && text.length > 22)).toEqual([])
    expect(keysWhere((text, _, key) => /^shell\.(logIn|join|casino|sports)$/.test(key) && text.length > 11)).toEqual([])
  })
})

describe('pages', () => {
  const pages = below('web/src').filter((source) => !isTest(source))
  const wanted = pages.flatMap(({ path, text }) => asked(text).map((key) => ({ path, key })))

  test('every text a page asks for exists', () => {
    expect(wanted.length).toBeGreaterThan(100)
    expect(wanted.filter(({ key }) => !isKnown(key)).map(({ path, key }) => `${path}: ${key}`)).toEqual([])
  })

  // What is inside a hole is known only when the page runs, so a new one is named here on purpose.
  test('the names put together while running are the listed ones', () => {
    const made = wanted.map(({ key }) => key).filter((key) => key.includes('*'))
    expect([...new Set(made.map((key) => key.slice(0, key.indexOf('*'))))].sort()).toEqual([
      'bets.exports.modes.',
      'bets.exports.statuses.',
      'bets.history.modes.',
      'bets.round.kinds.',
      'bets.round.levels.',
      'bets.round.modes.',
      'betting-bonuses.ended.reasons.',
      'betting-bonuses.how.refund.',
      'betting-event.fact.',
      'betting-event.paused.',
      'betting-event.prices.states.',
      'betting-event.state.',
      'betting-event.stats.',
      'betting-event.verdict.',
      'betting-event.view.',
      'betting-event.voidReasons.',
      'betting-rules.all.',
      'betting-rules.countsText.',
      'betting-rules.kind.',
      'betting-rules.names.',
      'betting-rules.tier.',
      'betting-rules.voidText.',
      'betting.days.',
      'betting.formats.names.',
      'betting.home.view.',
      'betting.keeps.lines.',
      'betting.lists.',
      'betting.none.',
      'betting.odds.locks.',
      'betting.rowMarkets.names.',
      'betting.standings.columns.',
      'betting.standings.forms.',
      'betting.standings.marks.',
      'betting.standings.short.',
      'betting.states.',
      'bonuses.activate.',
      'bonuses.burns.',
      'bonuses.counts.',
      'bonuses.endReasons.',
      'bonuses.ended.',
      'bonuses.facts.',
      'bonuses.sources.',
      'bonuses.strip.',
      'bonuses.tabs.',
      'cashback.sums.',
      'cashback.this.',
      'cashier.',
      'cashier.actors.',
      'cashier.amount.errors.',
      'cashier.barriers.',
      'cashier.bonusLines.ends.',
      'cashier.bonusLines.moves.',
      'cashier.history.filters.',
      'cashier.history.none.',
      'cashier.history.tabs.',
      'cashier.methods.',
      'cashier.moves.',
      'cashier.offer.reasons.',
      'cashier.offer.wagerTimes.',
      'cashier.problems.',
      'cashier.reasons.',
      'cashier.requisites.',
      'cashier.statement.purses.',
      'cashier.statuses.',
      'cashier.timeline.marks.',
      'cashier.withdraw.needs.',
      'cashier.withdraw.periods.',
      'common.promoCodeErrors.',
      'control.kinds.',
      'fairness.bet.difference.',
      'fairness.bet.trouble.',
      'fairness.bet.verdict.',
      'fairness.verdict.trouble.',
      'fields.errors.',
      'fields.labels.',
      'game.about.levels.',
      'game.mode.',
      'games.categories.',
      'games.rows.titles.',
      'games.search.groups.',
      'games.sorts.',
      'games.types.',
      'jackpots.levels.',
      'jackpots.names.',
      'loyalty.history.sources.',
      'loyalty.kinds.',
      'loyalty.orders.states.',
      'loyalty.quests.steps.',
      'loyalty.reasons.',
      'loyalty.shop.kinds.',
      'loyalty.shop.notes.',
      'loyalty.shop.places.',
      'markets.groups.',
      'markets.kinds.',
      'markets.outcomes.',
      'markets.periods.',
      'markets.types.',
      'my-bets.cash.causes.',
      'my-bets.cash.ways.',
      'my-bets.edit.deal.',
      'my-bets.edit.no.',
      'my-bets.leg.',
      'my-bets.legText.',
      'my-bets.mode.',
      'my-bets.none.',
      'my-bets.refused.',
      'my-bets.show.',
      'my-bets.standing.',
      'my-bets.story.told.',
      'notices.',
      'offers.facts.basis.',
      'offers.frequency.',
      'offers.given.missing.',
      'offers.given.next.',
      'offers.how.modes.',
      'offers.needs.',
      'offers.reasons.',
      'offers.standings.',
      'offers.take.',
      'offers.terms.countsText.',
      'offers.terms.countsValues.',
      'offers.terms.paysValues.',
      'offers.terms.withdrawText.',
      'offers.terms.withdrawValues.',
      'offers.titles.',
      'offers.ways.',
      'placing.no.over.',
      'placing.no.reasons.',
      'popups.auth.',
      'popups.auth.registration.',
      'profile.events.',
      'slip.builder.none.',
      'slip.kinds.',
      'slip.paused.',
      'slip.stake.entries.',
      'slip.systems.',
      'slip.voice.',
      'support.form.errors.',
      'support.form.topics.',
      'system.',
      'tournaments.joinReasons.',
      'tournaments.kinds.',
      'tournaments.none.',
      'tournaments.noneText.',
      'tournaments.prizeStates.',
      'tournaments.prizeStates.paid.',
      'tournaments.reasonNames.',
      'tournaments.reasons.',
      'tournaments.says.',
      'tournaments.score.',
      'tournaments.statuses.',
      'tournaments.tabs.',
      'tournaments.ways.',
      'verification.states.',
      'verification.steps.',
      'winners.levels.',
      'winners.period.',
    ])
  })
})

describe('no text is left over', () => {
  /** The server reads these, by names that are types there. */
  const ofServer = /^(letters|oauth|platform)\./
  /** The provider's own labels: which of them come is not ours to know. */
  const ofProvider = /^verification\.reasons\./

  test('every text has a reader', () => {
    const pages = below('web/src').filter((source) => !isTest(source))
    const names = new Set(pages.flatMap(({ text }) => asked(text)))
    const forms = [...names].filter((name) => name.includes('*')).map(formOf)
    // Some names stand in tables: `{ title: 'deposit.title' }`.
    const quoted = new Set(
      pages.flatMap(({ text }) => [...text.matchAll(/['"`]([\w.-]+)['"`]/g)].map(([, word]) => word)),
    )
    const isQuoted = (key: string) => {
      const parts = key.split('.')
      return parts.slice(0, -1).some((_, at) => quoted.has(parts.slice(at).join('.')))
    }
    const unread = [...english.keys()].filter(
      (key) =>
        !(ofServer.test(key) || ofProvider.test(key) || names.has(key) || isQuoted(key)) &&
        !forms.some((form) => form.test(key)),
    )
    expect(unread).toEqual([])
  })
})

describe('the checks themselves', () => {
  test('a Russian plural without its few is noticed', () => {
    expect(missingForms('{n, plural, one {# игра} many {# игр} other {# игры}}', 'ru')).toEqual(['few'])
    expect(missingForms('{n, plural, one {# игра} few {# игры} many {# игр} other {# игры}}', 'ru')).toEqual([])
    expect(missingForms('{n, plural, one {# juego} other {# juegos}}', 'es')).toEqual([])
  })

  test('holes and tags are seen inside plurals, and a broken message throws', () => {
    expect(holes('{n, plural, one {<b>{name}</b>} other {#}}', 'en')).toEqual(['<b>', 'n', 'name'])
    expect(() => holes('{n, plural, one {#}', 'en')).toThrow()
  })

  test('a key belongs to the nearest translator above it', () => {
    const hole = '$' + '{c}'
    const source = `const t = useTranslations('a')\nt('x')\nconst t = useTranslations(\`b.${hole}\`)\nt.rich('y')\nother('z')`
    expect(asked(source)).toEqual(['a.x', 'b.*.y'])
  })
})
