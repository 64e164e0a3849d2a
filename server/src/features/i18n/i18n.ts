import { join } from 'node:path'
import type { Messages } from '@croupier/contract/boot'
import type { Log } from '../../log.ts'
import type { I18n } from '../../ports/i18n.ts'
import { openWatchedFolder, type WatchedFolder } from '../../watched-folder.ts'
import { gaps, merge, parseMessages } from './rules.ts'

/** Locales are content; texts are files of ours. */
type LocaleSource = {
  locales(): Promise<{ code: string; isDefault: boolean }[]>
  onChange(listener: () => void): void
}

const source = 'en'
const lettersFile = 'letters'

export async function openI18n({ dir, content, log }: { dir: string; content: LocaleSource; log: Log }): Promise<I18n> {
  const folder = await openWatchedFolder({ dir: join(dir, 'messages'), log })
  let memory = new Map<string, Texts>()
  let changes = 0
  const listeners: (() => void)[] = []
  const forget = () => {
    memory = new Map()
    changes += 1
    for (const listener of listeners) listener()
  }
  folder.onChange(() => {
    reportGaps(folder, log)
    forget()
  })
  content.onChange(forget)
  const textsOf = (locale: string): Texts => {
    const made = memory.get(locale) ?? apart(merge(readLocale(folder, locale), readLocale(folder, source)))
    memory.set(locale, made)
    return made
  }
  reportGaps(folder, log)

  return {
    async locales() {
      const locales = (await content.locales()).map(({ code, isDefault }) => ({ code, isDefault }))
      const standard = locales.find(({ isDefault }) => isDefault)
      if (!standard) throw new Error('PLUGIN:I18N: LOCALES NOT FOUND')
      return { locales, defaultLocale: standard.code }
    },
    async messages(locale) {
      const locales = await content.locales()
      if (locales.length === 0) {
        log.error('No locales configured from CMS data')
        return {}
      }
      return textsOf(locale).shown
    },
    letters: (locale) => textsOf(locale).letters,
    version: () => `${folder.version()}.${changes}`,
    onChange: (listener) => listeners.push(listener),
    close: folder.close,
  }
}

type Texts = { shown: Messages; letters: Messages }

function apart({ [lettersFile]: letters = {}, ...shown }: Messages): Texts {
  return { shown, letters: typeof letters === 'object' ? letters : {} }
}

/** `es/common.json` holds `common.*`. */
function readLocale(folder: WatchedFolder, locale: string): Messages {
  const files = folder.paths().flatMap((path): [string, Messages][] => {
    const [code, file = '', ...deeper] = path.split('/')
    if (code !== locale || deeper.length > 0 || !file.endsWith('.json')) return []
    return [[file.slice(0, -'.json'.length), parseMessages(folder.get(path))]]
  })
  return Object.fromEntries(files)
}

function reportGaps(folder: WatchedFolder, log: Log) {
  const english = readLocale(folder, source)
  const codes = new Set(folder.paths().map((path) => path.split('/')[0] ?? ''))
  for (const code of codes) {
    const missing = gaps(readLocale(folder, code), english)
    if (missing.length > 0)
      log.warn(
        { locale: code, count: missing.length, keys: missing.slice(0, 20) },
        'messages are missing; English is shown',
      )
  }
}
