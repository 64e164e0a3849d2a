import { join } from 'node:path'
import type { Log } from '../../log.ts'
import { openWatchedFolder, type WatchedFolder } from '../../watched-folder.ts'
import { type ContentSource, localeCode, parseLocales, parseRecords, raw } from './source.ts'

type Options = { dir: string; log: Log; onFailure: (name: string) => void }

/** The embedded source: JSON files below `content/site`. */
export async function openFilesSource({ dir, log, onFailure }: Options): Promise<ContentSource> {
  const folder = await openWatchedFolder({ dir: join(dir, 'site'), log, onBroken: onFailure })
  const locales = () => parseLocales(folder.get('locales.json'))
  const read = (path: string, locale: string) => localise(folder.get(path), choose(locales(), locale))
  return {
    single: async (name, locale) =>
      name === 'robots' ? robots(folder) : (raw.safeParse(read(`${name}.json`, locale)).data ?? null),
    collection: async (name, locale) => parseRecords(read(`collections/${name}.json`, locale)),
    locales: async () => locales(),
    writtenAt: (name) => folder.writtenAt(`${name}.json`) ?? folder.writtenAt(`collections/${name}.json`),
    version: folder.version,
    onChange: folder.onChange,
    hear: async () => {},
    close: folder.close,
  }
}

/** A text file, because that is how its readers know it. */
function robots(folder: WatchedFolder) {
  const content = folder.get('robots.txt')
  return typeof content === 'string' ? { content } : null
}

type Choice = { codes: ReadonlySet<string>; wanted: string; standard: string }

function choose(locales: { code: string; isDefault: boolean }[], wanted: string): Choice {
  const standard = locales.find(({ isDefault }) => isDefault)?.code ?? ''
  return { codes: new Set(locales.map(({ code }) => code)), wanted, standard }
}

/** What is written in no language of the list is shown in the language that all texts begin in. */
const source = 'en'

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/** Asked by its first part alone: of a malformed tag it would throw. */
const isLanguage = (key: string) => localeCode.test(key) && languages.of(key.split('-')[0] ?? '') !== undefined

/**
 * A text by language: every key is a language, and at least one is on the list. The others may be off it, or
 * taking a language off would leave nothing of the site.
 */
function isByLanguage(keys: string[], { codes }: Choice): boolean {
  return keys.some((key) => codes.has(key) || key === source) && keys.every((key) => codes.has(key) || isLanguage(key))
}

/** A text by language becomes the one of the asked locale, else of the default one. */
function localise(value: unknown, choice: Choice): unknown {
  if (Array.isArray(value)) return value.map((item) => localise(item, choice))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (isByLanguage(Object.keys(value), choice)) {
    const texts = new Map(entries)
    return localise(texts.get(choice.wanted) ?? texts.get(choice.standard) ?? texts.get(source), choice)
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, localise(item, choice)]))
}
