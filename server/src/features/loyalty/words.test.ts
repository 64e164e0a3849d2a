import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** No text of the club may urge: neither by haste, nor by what could be missed, nor by a distance. */
const urging = [
  /\bhurry\b|last chance|\balmost\b|\bonly\b[^.]{0,30}\bleft\b|don.t miss|come back\b|\bmore to go\b|play (more|on)\b|running out/i,
  /date prisa|última oportunidad|\bcasi\b|\bsolo\b[^.]{0,30}(quedan|faltan)|no te pierdas|\bvuelve\b|juega más/i,
  /торопи|спеши|последн\S+ шанс|\bпочти\b|осталось (всего|только|лишь)|не упусти|не пропусти|возвращайтесь|играйте (ещё|больше)/i,
  /\d+\s*(:\s*\d\d\s*){2}/,
]

const folder = join(import.meta.dirname, '../../../../content')
const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'))

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const urges = (text: string) => urging.some((pattern) => pattern.test(text))

test.each([...['loyalty-programs', 'loyalty-products', 'quests', 'loyalty-notices', 'tournaments']])(
  'no text of %s urges',
  (name) => {
    const records = z.array(z.record(z.string(), z.unknown())).parse(read(`site/collections/${name}.json`))
    // Rules are numbers and moments.
    const texts = records.flatMap(({ terms: _terms, ...words }) => textsIn(words))
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.filter(urges)).toEqual([])
  },
)

/** Pages and dialogs of the clubs have files of their own; notices and letters share theirs with others. */
const isOfClubs = (file: string) => /^(tournament|loyalty|club|quest|shop)/.test(file)
const sharedNews = ['prizePaid', 'orderSent']

test.each(['en', 'es', 'ru'])('no message, notice or letter of the clubs in %s urges', (locale) => {
  const messages = readdirSync(join(folder, 'messages', locale)).filter(isOfClubs)
  const own = messages.flatMap((file) => textsIn(read(join('messages', locale, file))))
  const shared = ['notices.json', 'letters.json'].flatMap((file) => {
    const all = Object.entries(read(join('messages', locale, file)) ?? {})
    const meant = all.filter(([name]) => sharedNews.includes(name))
    expect(meant).toHaveLength(sharedNews.length)
    return meant.flatMap(([, texts]) => textsIn(texts))
  })
  expect([...own, ...shared].filter(urges)).toEqual([])
})

test.each(['loyalty', 'tournaments'])('nor do the settings of %s', (name) => {
  expect(textsIn(read(`site/${name}.json`)).filter(urges)).toEqual([])
})

test.each(['en', 'es', 'ru'])('nor does a page in %s', (locale) => {
  const texts = textsIn(read(`messages/${locale}/loyalty.json`))
  expect(texts.length).toBeGreaterThan(100)
  expect(texts.filter(urges)).toEqual([])
})

test.each(['en', 'es', 'ru'])('nor does a dealer in %s', (locale) => {
  const { characters }: { characters: { text: Record<string, string> }[] } = JSON.parse(
    readFileSync(join(folder, 'site/auth.json'), 'utf8'),
  )
  // Otto says of himself that he is in no hurry.
  const said = characters
    .map(({ text }) => text[locale] ?? '')
    .filter((text) => !/without hurry|sin prisa|без спешки/.test(text))
  expect(said.filter(urges)).toEqual([])
})

test.each([
  'Hurry, the week ends',
  'Only 12 points left',
  'You are almost there',
  '¡Date prisa!',
  'Solo te faltan 12 puntos',
  'Не упустите баллы',
  'Осталось всего 12 баллов',
  'Ends in 02:14:09',
])('%s would be found', (text) => {
  expect(urges(text)).toBe(true)
})
