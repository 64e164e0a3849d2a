import { parseArgs } from 'node:util'
import type { Config } from '../config.ts'
import type { Database } from '../db/db.ts'

/** What is printed, and the code the process ends with: 0 done, 1 could not, 2 not understood. */
export type Result = {
  lines: string[]
  /** Follows the lines: what may be too much to hold at once. */
  text?: AsyncIterable<string>
  code: 0 | 1 | 2
}

/** What a command is carried out on. */
export type RunningSite = {
  db: Database
  config: Config
  /** Other content than the site's own, for tests. */
  contentDir?: string
}

export type RunCommand = (site: RunningSite) => Promise<Result>

type CommandInput = {
  /** What was typed where the form leaves a choice, in its order. */
  words: readonly string[]
  flags: Readonly<Record<string, string | boolean | undefined>>
}

/**
 * One command. Its form is the line of the usage and what arguments are read by: `payments off|on <provider> [note…]`,
 * with `[--flag]` for a switch and `--name <value>` for an option that has to be there.
 */
export type Command = {
  form: string
  about: string
  /** Null when a word makes no sense. */
  read: (input: CommandInput) => RunCommand | null
}

const aboutColumn = 42

/** The usage of one command: its explanation beside the form where there is room, else below it. */
export function usageOf({ form, about }: Pick<Command, 'form' | 'about'>): string[] {
  const line = `npm run operator -- ${form}`
  return line.length < aboutColumn ? [line.padEnd(aboutColumn) + about] : [line, `    ${about}`]
}

export function readCommand(commands: readonly Command[], args: readonly string[]): RunCommand | null {
  for (const { form, read } of commands) {
    const input = readForm(form, args)
    const run = input && read(input)
    if (run) return run
  }
  return null
}

/** Null when the arguments are not of this form. */
export function readForm(form: string, args: readonly string[]): CommandInput | null {
  const { slots, switches, options } = partsOf(form)
  const parsed = parse(args, { switches, options })
  if (!parsed || options.some((name) => parsed.values[name] === undefined)) return null
  const words = fill(slots, parsed.positionals)
  return words && { words, flags: parsed.values }
}

function partsOf(form: string) {
  const switches = [...form.matchAll(/\[--(\w+)\]/g)].map(([, name = '']) => name)
  const options = [...form.matchAll(/--(\w+) <\w+>/g)].map(([, name = '']) => name)
  const slots = form
    .replaceAll(/\[--\w+\]|--\w+ <\w+>/g, '')
    .split(' ')
    .filter(Boolean)
  return { slots, switches, options }
}

/** Put before a negative number, which is a value and no flag. No argument of a process can contain it. */
const mark = '\0'

function parse(args: readonly string[], { switches, options }: { switches: string[]; options: string[] }) {
  const types = [
    ...switches.map((name) => [name, { type: 'boolean' }] as const),
    ...options.map((name) => [name, { type: 'string' }] as const),
  ]
  try {
    const { positionals, values, tokens } = parseArgs({
      args: args.map((word) => (/^-\d/.test(word) ? `${mark}${word}` : word)),
      options: Object.fromEntries(types),
      allowPositionals: true,
      tokens: true,
    })
    const named = tokens.flatMap((token) => (token.kind === 'option' ? token.name : []))
    // A flag given twice means two things.
    if (new Set(named).size < named.length) return null
    const plain = (text: string) => text.replace(mark, '')
    const flags = Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? plain(value) : value,
    ])
    return { positionals: positionals.map(plain), values: Object.fromEntries(flags) }
  } catch (error) {
    if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) return null
    throw error
  }
}

/** What stands in the places of a form that leave a choice; null when it does not fit. */
function fill(slots: readonly string[], given: readonly string[]): string[] | null {
  const words: string[] = []
  let at = 0
  for (const slot of slots) {
    if (slot.endsWith('…]')) return [...words, ...given.slice(at)]
    const word = given[at]
    if (slot.startsWith('[') && word === undefined) break
    const choices = /^[<[]/.test(slot) ? null : slot.split('|')
    if (!word || (choices && !choices.includes(word))) return null
    if (choices?.length !== 1) words.push(word)
    at += 1
  }
  return at === given.length ? words : null
}
