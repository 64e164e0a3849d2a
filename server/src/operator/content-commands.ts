import { checkStrapi } from '../features/content/content.ts'
import type { Command, RunCommand } from './command.ts'

/** Whether the content server has what the site reads, before visitors find out. */
const check: RunCommand = async ({ config }) => {
  const { contentUrl: url, contentToken: token, contentImageHosts: imageHosts } = config
  if (!url) return { lines: ['CONTENT_URL names no content server: the files are used.'], code: 1 }
  try {
    const { locales, reports } = await checkStrapi({ url, token, imageHosts })
    const names = locales?.map(({ code, isDefault }) => (isDefault ? `${code} (default)` : code))
    const lines = reports.flatMap(({ name, records, faults }) =>
      faults.length === 0 ? [`${name}: ${records}`] : faults.map((fault) => `${name}: ${fault}`),
    )
    const isWell = reports.every(({ faults }) => faults.length === 0)
    return {
      lines: [`locales: ${names?.join(', ') ?? 'the token may not list them, those of the files are used'}`, ...lines],
      code: isWell ? 0 : 1,
    }
  } catch (error) {
    return {
      lines: [`The content server cannot be read: ${error instanceof Error ? error.message : 'unknown'}`],
      code: 1,
    }
  }
}

export const contentCommands: Command[] = [
  {
    form: 'content check',
    about: 'whether the content server has all that the site reads, and where not',
    read: () => check,
  },
]
