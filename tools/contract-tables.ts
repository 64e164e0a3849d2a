// Writes what is derived from the contract: contract/src/verbs.ts, and the table of methods in docs/api.md.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, methodNames } from '@croupier/contract/contract'
import { below, isTest, root } from './sources.ts'

const sorted = methodNames.toSorted((a, b) => a.localeCompare(b, 'en'))

/** The browser needs the verbs alone; with the contract it would load every schema. */
function verbsFile(): string {
  const posts = sorted.filter((name) => contract[name].verb === 'POST')
  return `// Written by \`npm run contract:tables\` from the contract. Do not edit.
import type { MethodName } from './contract.ts'

/** The browser needs to know which calls are POST, and nothing else of the schemas. */
const posts: ReadonlySet<MethodName> = new Set<MethodName>([
${posts.map((name) => `  '${name}',\n`).join('')}])

export const verbOf = (name: MethodName): 'GET' | 'POST' => (posts.has(name) ? 'POST' : 'GET')
`
}

/** An operation is declared as \`Operation<'name of the method'>\`. */
function operationFiles(): Map<string, string[]> {
  const files = new Map<string, string[]>()
  for (const { path, text } of below('server/src/features').filter((source) => !isTest(source))) {
    for (const [, name = ''] of text.matchAll(/^export const \w+: Operation<'([\w.]+)'>/gm)) {
      files.set(name, [...(files.get(name) ?? []), path])
    }
  }
  return files
}

/** Aligned, as the formatter wants it. */
function tableOf(rows: readonly string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('\n')
}

const [begin, end] = ['<!-- methods: written by `npm run contract:tables` -->', '<!-- end of methods -->']

function apiDocument(text: string): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error('docs/api.md has lost the marks around its table of methods')
  const files = operationFiles()
  const rows = sorted.map((name) => {
    const found = files.get(name) ?? []
    if (found.length === 0) throw new Error(`${name} has no operation in server/src/features`)
    const places = found.map((path) => `\`${path.replace('server/src/features/', '')}\``)
    return [`\`${name}\``, contract[name].verb, contract[name].who, places.join(', ')]
  })
  const table = tableOf([['method', 'verb', 'for', 'file in `server/src/features/`'], ...rows])
  return `${text.slice(0, from)}${begin}\n\n${table}\n\n${text.slice(to)}`
}

/** Each file that is derived from the contract: as it is, and as it should be. */
export const derivedFiles = () =>
  [
    { path: 'contract/src/verbs.ts', make: () => verbsFile() },
    { path: 'docs/api.md', make: apiDocument },
  ].map(({ path, make }) => {
    const file = join(root, path)
    const text = readFileSync(file, 'utf8')
    return { path, file, text, wanted: make(text) }
  })

if (import.meta.main) for (const { file, wanted } of derivedFiles()) writeFileSync(file, wanted)
