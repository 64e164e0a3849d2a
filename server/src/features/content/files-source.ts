import { join } from 'node:path'
import type { Log } from '../../log.ts'
import { openWatchedFolder, type WatchedFolder } from '../../watched-folder.ts'
import { type ContentSource, parseLocales, parseRecords, raw } from './source.ts'

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
    version: folder.version,
    onChange: folder.onChange,
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

/** An object whose keys are all locale codes becomes the value of the asked locale, else of the default one. */
function localise(value: unknown, choice: Choice): unknown {
  if (Array.isArray(value)) return value.map((item) => localise(item, choice))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (entries.length > 0 && entries.every(([key]) => choice.codes.has(key))) {
    const texts = new Map(entries)
    return localise(texts.get(choice.wanted) ?? texts.get(choice.standard), choice)
  }
  return Object.fromEntries(entries.map(([key, item]) => [key, localise(item, choice)]))
}
