import { createHash } from 'node:crypto'
import { parseSync } from 'oxc-parser'
import { isTest, type Source } from './sources.ts'

/**
 * Rules that are more than a line of `tidy.test.ts`. Each is a function from sources to complaints, so that its test can
 * plant a breach and see it found.
 */

const productOf = (sources: readonly Source[]) => sources.filter((source) => !isTest(source))

const featureOf = (path: string) => /^server\/src\/features\/([^/]+)\//.exec(path)?.[1]

/** The prefix of the tables that a file may name; null where none may be named. */
function tablePrefixOf(path: string): string | null | undefined {
  const feature = featureOf(path)
  if (feature) return feature
  // The files of these make worlds and copies of whole databases.
  if (/^server\/src\/(db|test|seeds|operator)\//.test(path)) return undefined
  if (path.startsWith('server/src/http/')) return 'http'
  if (path.startsWith('server/src/sandbox/')) return 'sandbox'
  return path.startsWith('server/src/') ? null : undefined
}

/**
 * Tables are read in queries of the builder and in raw SQL alike. What is not a table of the database is not looked at,
 * so names of parts of a question are free.
 */
export function foreignTables(sources: readonly Source[], tables: ReadonlySet<string>): string[] {
  return productOf(sources).flatMap(({ path, text }) => {
    const prefix = tablePrefixOf(path)
    if (prefix === undefined) return []
    const code = text.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '')
    const named = new Set(
      [...code.matchAll(/[a-z]+_[a-z_]+/g)].map(([word]) => word).filter((word) => tables.has(word)),
    )
    return [...named].filter((table) => prefix === null || !table.startsWith(`${prefix}_`)).map((t) => `${path}: ${t}`)
  })
}

export const isPure = (path: string) =>
  path.startsWith('contract/src/') || path.startsWith('studio/engine/') || /(\/|-)rules\.ts$|\/math\.ts$/.test(path)

/** Time, chance and the world are handed in. */
export const impurities = (sources: readonly Source[]): string[] =>
  productOf(sources)
    .filter(({ path }) => isPure(path))
    .flatMap(({ path, text, imports }) => [
      ...[
        ...text.matchAll(/Date\.now|new Date\(\)|Math\.random|performance\.now|\bfetch\(|\bprocess\.|Temporal\.Now/g),
      ].map(([word]) => `${path}: ${word}`),
      ...imports
        .filter((target) => /^(node:(?!crypto$|util$)|pg$|kysely$|fastify$)/.test(target))
        .map((target) => `${path} → ${target}`),
    ])

const isOwn = (target: string) => /^(@croupier\/|server\/|web\/|studio\/|contract\/)/.test(target)

/** A laboratory certifies the mathematics alone; the clients of games reach the house by its API only. */
export const studioStrays = (sources: readonly Source[]): string[] =>
  productOf(sources)
    .filter(({ path }) => path.startsWith('studio/'))
    .flatMap(({ path, imports }) => {
      const isMath = path.startsWith('studio/engine/') || path.endsWith('/math.ts')
      const own = dirOf(path)
      const isAllowed = (target: string) => {
        if (!isOwn(target)) return !isMath || target.startsWith('node:crypto')
        if (isMath) return target.startsWith('studio/engine/') || (path.endsWith('/math.ts') && dirOf(target) === own)
        return target.startsWith('studio/') || target.startsWith('@croupier/contract/')
      }
      return imports.filter((target) => !isAllowed(target)).map((target) => `${path} → ${target}`)
    })

const dirOf = (path: string) => path.split('/').slice(0, -1).join('/')

/** A stand-in that signs with our own adapter would agree with its faults. */
export const sandboxStrays = (sources: readonly Source[]): string[] =>
  productOf(sources)
    .filter(({ path }) => path.startsWith('server/src/sandbox/'))
    .flatMap(({ path, imports }) =>
      imports.filter((target) => target.startsWith('server/src/features/')).map((target) => `${path} → ${target}`),
    )

/** What every operation receives knows no feature: else each feature reaches each other through it. */
export const contextStrays = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path }) => /^server\/src\/(context\.ts|happenings\.ts|ports\/)/.test(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter((target) => /^server\/src\/(features|http|jobs|sandbox|operator)\//.test(target))
        .map((target) => `${path} → ${target}`),
    )

/** Groups of files that import each other, types included. */
export function circles(sources: readonly Source[]): string[][] {
  const byPath = new Map(productOf(sources).map((source) => [source.path, source]))
  const packages: Record<string, string> = {
    '@croupier/contract': 'contract/src',
    '@croupier/sportsbook': 'sportsbook/src',
    '@croupier/studio': 'studio',
  }
  const fileOf = (target: string) => {
    if (byPath.has(target)) return target
    const [scope, name, ...rest] = target.split('/')
    const base = packages[`${scope}/${name}`]
    const path = base && `${base}/${rest.join('/')}.ts`
    return path && byPath.has(path) ? path : undefined
  }
  const numbers = new Map<string, { index: number; low: number; isOpen: boolean }>()
  const open: string[] = []
  const found: string[][] = []
  function visit(path: string) {
    const mine = { index: numbers.size, low: numbers.size, isOpen: true }
    numbers.set(path, mine)
    open.push(path)
    for (const target of byPath.get(path)?.imports ?? []) {
      const to = fileOf(target)
      if (to === undefined) continue
      const other = numbers.get(to) ?? visit(to)
      if (other.isOpen) mine.low = Math.min(mine.low, other.low)
    }
    if (mine.low === mine.index) {
      const group = open.splice(open.indexOf(path))
      for (const each of group) {
        const one = numbers.get(each)
        if (one) one.isOpen = false
      }
      if (group.length > 1) found.push(group.sort())
    }
    return mine
  }
  for (const path of byPath.keys()) if (!numbers.has(path)) visit(path)
  return found
}

const parsed = new Map<string, ReturnType<typeof parseSync>>()

function parse({ path, text }: Source) {
  const key = `${path}\n${text}`
  const known = parsed.get(key) ?? parseSync(path, text)
  parsed.set(key, known)
  return known
}

/** The names that a file declares and gives to others; what it only passes on is not its own. */
function exportsOf(source: Source, isPassedOnToo: boolean): string[] {
  return parse(source)
    .module.staticExports.flatMap(({ entries }) => entries)
    .filter((entry) => isPassedOnToo || entry.moduleRequest === null)
    .flatMap(({ exportName }) => (exportName.kind === 'Name' && exportName.name ? [exportName.name] : []))
}

export function wideDoors(sources: readonly Source[], most: number): string[] {
  return productOf(sources).flatMap((source) => {
    const [, feature, file] = /^(?:server|web)\/src\/features\/([^/]+)\/([^/]+)\.tsx?$/.exec(source.path) ?? []
    if (!feature || feature !== file) return []
    const names = exportsOf(source, true)
    return names.length > most ? [`${source.path} gives ${names.length} names to others`] : []
  })
}

/** The router reads these from every page. */
const ofTheRouter = new Set([
  ...['action', 'clientAction', 'clientLoader', 'default', 'ErrorBoundary', 'handle', 'headers', 'HydrateFallback'],
  ...['links', 'loader', 'meta', 'middleware', 'clientMiddleware', 'shouldRevalidate'],
])

/** Each game has the same face, so that the house can run any of them. */
const isFaceOfAGame = (path: string) => /^studio\/games\/[^/]+\//.test(path)

/** The sample provider stands for another company, with words of its own. */
const homeOf = (path: string) =>
  /^server\/src\/sandbox\/sample\//.exec(path)?.[0] ?? /^(?:contract|server|sportsbook|web|studio)\//.exec(path)?.[0]

/** Where one name has two declarations, a reader who knows one of them guesses wrong. */
export function ambiguousNames(sources: readonly Source[]): string[] {
  const places = new Map<string, Set<string>>()
  for (const source of productOf(sources)) {
    const home = homeOf(source.path)
    if (!home || isFaceOfAGame(source.path)) continue
    if (/types\.ts$/.test(source.path)) continue
    for (const name of exportsOf(source, false)) {
      if (ofTheRouter.has(name)) continue
      const known = places.get(`${home}:${name}`) ?? new Set()
      places.set(`${home}:${name}`, known.add(source.path))
    }
  }
  return [...places].flatMap(([key, paths]) =>
    paths.size > 1 ? [`${key.split(':')[1]}: ${[...paths].sort().join(', ')}`] : [],
  )
}

type Node = { type: string; start: number; end: number }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value

/** Functions of more lines than a reader holds at once. */
export function longFunctions(sources: readonly Source[], most: number): string[] {
  return productOf(sources).flatMap((source) => {
    const linesIn = (from: number, to: number) => source.text.slice(from, to).split('\n').length
    // A tree is dear to walk, and a short file has no long function.
    if (linesIn(0, source.text.length) <= most) return []
    const found: string[] = []
    const visit = (value: unknown) => {
      if (Array.isArray(value)) for (const each of value) visit(each)
      if (!isNode(value) || value.end - value.start < most) return
      if (/^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type)) {
        const lines = linesIn(value.start, value.end)
        if (lines > most) found.push(`${source.path}:${linesIn(0, value.start)} has ${lines} lines`)
      }
      for (const each of Object.values(value)) visit(each)
    }
    visit(parse(source).program)
    return found
  })
}

/** What every machine computes to the same bits. */
const exactMath = new Set(['abs', 'ceil', 'floor', 'imul', 'max', 'min', 'round', 'sign', 'trunc'])
const worldly = /^(Date|Temporal|Intl|performance|process|fetch|crypto|setTimeout|setInterval|globalThis)$/

/** Server, browser and verifier compute bets to the same bits: no clock, no chance, no rounded function, no import. */
export function sportsbookStrays(sources: readonly Source[]): string[] {
  const pure = productOf(sources).filter(({ path }) => path.startsWith('sportsbook/src/'))
  const isName = (value: unknown): value is Node & { name: string } => isNode(value) && 'name' in value
  return pure.flatMap((source) => {
    // What others send is read with the library that reads it everywhere.
    const isReader = source.path === 'sportsbook/src/feed.ts'
    const isAllowed = (target: string) =>
      /^(sportsbook\/src\/|node:crypto$)/.test(target) || (isReader && target === 'zod')
    const found = source.imports.filter((target) => !isAllowed(target))
    const visit = (value: unknown) => {
      if (Array.isArray(value)) for (const each of value) visit(each)
      if (!isNode(value)) return
      if ('operator' in value && String(value.operator).startsWith('**')) found.push('**')
      if (value.type === 'Identifier' && isName(value) && worldly.test(value.name)) found.push(value.name)
      if (value.type === 'MemberExpression' && 'object' in value && isName(value.object) && 'property' in value) {
        const name = isName(value.property) ? value.property.name : '[…]'
        if (value.object.name === 'Math' && !exactMath.has(name)) found.push(`Math.${name}`)
      }
      for (const each of Object.values(value)) visit(each)
    }
    visit(parse(source).program)
    return found.map((word) => `${source.path}: ${word}`)
  })
}

const vague = /\b(?:nobody|whoever|somebody|everybody)\b/gi

/** Comments and errors name the actor: player, provider, node, job. */
export function vagueActors(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    // Most files have none of these words, and need not be read as code.
    if (source.text.search(vague) === -1) return []
    const { comments } = parse(source)
    const inComments = comments.flatMap(({ value }) => value.match(vague) ?? [])
    const inErrors = isTest(source)
      ? []
      : [...source.text.matchAll(/new \w*Error\((['`"])(.*?)\1/g)].flatMap(([, , said = '']) => said.match(vague) ?? [])
    return [...inComments, ...inErrors].map((word) => `${source.path}: ${word}`)
  })
}

export type Migration = { name: string; text: string }

/** `landed` has a line for each: its hash and its name. */
export function editedMigrations(migrations: readonly Migration[], landed: string): string[] {
  const known = new Map(
    landed
      .trim()
      .split('\n')
      .map((line) => line.split('  '))
      .map(([hash = '', name = '']) => [name, hash]),
  )
  const missing = [...known.keys()].filter((name) => !migrations.some((each) => each.name === name))
  return [
    ...missing.map((name) => `${name} is gone`),
    ...migrations.flatMap(({ name, text }) => {
      const hash = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
      if (!known.has(name)) return [`${name} has no line in landed.txt: ${hash}  ${name}`]
      return known.get(name) === hash ? [] : [`${name} was changed after it had landed: write a new one`]
    }),
  ]
}
