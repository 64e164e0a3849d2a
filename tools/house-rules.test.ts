import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  ambiguousNames,
  circles,
  contextStrays,
  editedMigrations,
  foreignTables,
  impurities,
  longFunctions,
  sandboxStrays,
  sportsbookStrays,
  studioStrays,
  vagueActors,
  wideDoors,
} from './house-rules.ts'
import { root, type Source, sources } from './sources.ts'

/** Every rule is shown twice: the house keeps it, and a planted breach is found. */

const planted = (path: string, text: string, imports: string[] = []): Source => ({ path, text, imports })

const tables = new Set(
  [...readFileSync(join(root, 'server/src/db/types.ts'), 'utf8').matchAll(/^ {2}([a-z]+_[a-z_]+): \{/gm)].map(
    ([, table = '']) => table,
  ),
)

describe('a feature names only its own tables', () => {
  test('in the house', () => {
    expect(tables.size).toBeGreaterThan(40)
    expect(foreignTables(sources, tables)).toEqual([])
  })

  test.each([
    ['in raw SQL', 'server/src/features/limits/store.ts', 'sql`select 1 from wallet_purse`'],
    ['in a query', 'server/src/features/limits/store.ts', "tx.updateTable('wallet_purse as p')"],
    ['in http', 'server/src/http/site.ts', "tx.deleteFrom('codes_code')"],
    ['in a job', 'server/src/jobs/clean-up.ts', "db.deleteFrom('codes_code')"],
  ])('not of another %s', (_, path, text) => {
    expect(foreignTables([planted(path, text)], tables)).toHaveLength(1)
  })
})

describe('rules, mathematics and the contract are pure', () => {
  test('in the house', () => {
    expect(impurities(sources)).toEqual([])
  })

  test.each([
    ['a clock in rules', planted('server/src/features/rounds/own/studio-rules.ts', 'const at = Date.now()')],
    ['chance in the engine', planted('studio/engine/reels.ts', 'Math.random()')],
    ['a database in rules', planted('server/src/features/cashier/rules.ts', '', ['kysely'])],
    ['a file in the contract', planted('contract/src/money.ts', '', ['node:fs'])],
  ])('not with %s', (_, source) => {
    expect(impurities([source])).toHaveLength(1)
  })
})

describe('the studio stands alone', () => {
  test('in the house', () => {
    expect(studioStrays(sources)).toEqual([])
  })

  test.each([
    ['mathematics that call the contract', 'studio/games/plinth/math.ts', '@croupier/contract/money'],
    ['mathematics that use a library', 'studio/engine/draws.ts', 'pixi.js'],
    ['mathematics that use the stage', 'studio/games/plinth/math.ts', 'studio/stage/sound.ts'],
    ['a client that uses the server', 'studio/games/plinth/client/plinth.ts', 'server/src/config.ts'],
    ['a client that uses the web', 'studio/stage/bar.ts', '@croupier/web/ui/icon'],
  ])('not with %s', (_, path, target) => {
    expect(studioStrays([planted(path, '', [target])])).toHaveLength(1)
  })
})

describe('the sportsbook computes the same everywhere', () => {
  test('in the house', () => {
    expect(sportsbookStrays(sources)).toEqual([])
  })

  test.each([
    ['a clock', planted('sportsbook/src/settle.ts', 'export const at = Date.now()')],
    ['chance', planted('sportsbook/src/models/football.ts', 'export const roll = Math.random()')],
    ['a power', planted('sportsbook/src/models/football.ts', 'export const p = (x: number) => x ** 2')],
    ['a power of its own', planted('sportsbook/src/models/football.ts', 'let p = 2; p **= 2')],
    ['a logarithm', planted('sportsbook/src/odds.ts', 'export const l = Math.log(2)')],
    ['a hidden one', planted('sportsbook/src/odds.ts', "export const l = Math['exp'](2)")],
    ['a timer', planted('sportsbook/src/odds.ts', 'setTimeout(() => 1)')],
    ['the contract', planted('sportsbook/src/slip.ts', '', ['@croupier/contract/money'])],
    ['a library', planted('sportsbook/src/slip.ts', '', ['zod'])],
    ['a file', planted('sportsbook/src/records/football.ts', '', ['node:fs'])],
  ])('not with %s', (_, source) => {
    expect(sportsbookStrays([source])).toHaveLength(1)
  })

  test('comments may have stars, tests may do as they like', () => {
    const fine = '/** 2 ** 3 and Math.exp */ export const floor = Math.floor(2.5)'
    expect(sportsbookStrays([planted('sportsbook/src/odds.ts', fine)])).toEqual([])
    expect(sportsbookStrays([planted('sportsbook/src/odds.test.ts', 'Math.random()')])).toEqual([])
  })
})

describe('directions inside the server', () => {
  test('stand-ins of outside parties use no feature', () => {
    expect(sandboxStrays(sources)).toEqual([])
    const breach = planted('server/src/sandbox/coins.ts', '', ['server/src/features/cashier/cashier.ts'])
    expect(sandboxStrays([breach])).toHaveLength(1)
  })

  test('what an operation receives knows no feature', () => {
    expect(contextStrays(sources)).toEqual([])
    for (const path of ['server/src/context.ts', 'server/src/happenings.ts', 'server/src/ports/rounds.ts']) {
      expect(sources.some((source) => source.path === path)).toBe(true)
      expect(contextStrays([planted(path, '', ['server/src/features/rounds/rounds.ts'])])).toHaveLength(1)
    }
  })
})

describe('files import each other in one direction', () => {
  test('in the house', () => {
    expect(circles(sources)).toEqual([])
  })

  test('not in a circle', () => {
    const a = planted('web/src/a.ts', '', ['web/src/b.ts'])
    const b = planted('web/src/b.ts', '', ['web/src/c.ts', 'web/src/d.ts'])
    const c = planted('web/src/c.ts', '', ['web/src/a.ts'])
    const d = planted('web/src/d.ts', '')
    expect(circles([d, a, b, c])).toEqual([['web/src/a.ts', 'web/src/b.ts', 'web/src/c.ts']])
    expect(circles([a, b, d])).toEqual([])
  })
})

describe('what is read stays small', () => {
  test('a front door gives at most 30 names', () => {
    expect(wideDoors(sources, 30)).toEqual([])
    const names = Array.from({ length: 31 }, (_, at) => `export const a${at} = ${at}`)
    expect(wideDoors([planted('server/src/features/codes/codes.ts', names.join('\n'))], 30)).toHaveLength(1)
    const passedOn = `export { ${Array.from({ length: 31 }, (_, at) => `a${at}`).join(', ')} } from './x.ts'`
    expect(wideDoors([planted('web/src/features/auth/auth.tsx', passedOn)], 30)).toHaveLength(1)
  })

  test('a function has at most 100 lines, but for a few shows of games', () => {
    const long = longFunctions(sources, 100).map((found) => found.split(':')[0])
    expect(long).toEqual([
      'studio/games/captains-share/client/captains-share.ts',
      'studio/games/european-roulette/client/cloth.ts',
      'studio/games/european-roulette/client/roulette.ts',
      'studio/games/liftoff/client/liftoff.ts',
    ])
    const text = `export const f = () => {\n${'  g()\n'.repeat(99)}}\n`
    expect(longFunctions([planted('web/src/f.ts', text)], 100)).toEqual(['web/src/f.ts:1 has 101 lines'])
    expect(longFunctions([planted('web/src/f.ts', text.replace('  g()\n', ''))], 100)).toEqual([])
  })
})

describe('words', () => {
  test('an exported name is declared once', () => {
    expect(ambiguousNames(sources)).toEqual([])
    const twice = ['a', 'b'].map((name) => planted(`server/src/${name}.ts`, 'export const open = () => 1'))
    expect(ambiguousNames(twice)).toEqual(['open: server/src/a.ts, server/src/b.ts'])
    const passedOn = planted('server/src/b.ts', "export { open } from './a.ts'")
    expect(ambiguousNames([...twice.slice(0, 1), passedOn])).toEqual([])
  })

  test('comments and errors name the actor', () => {
    expect(vagueActors(sources).length).toBeLessThanOrEqual(50)
    const text =
      "// Nobody may.\n/** Whoever asks. */\nthrow new Error('somebody else came first')\nconst everybody = 1"
    expect(vagueActors([planted('server/src/a.ts', text)])).toHaveLength(3)
  })
})

describe('a landed migration is never edited', () => {
  const folder = join(root, 'server/src/db/migrations')
  const landed = readFileSync(join(folder, 'landed.txt'), 'utf8')
  const migrations = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))

  test('in the house', () => {
    expect(editedMigrations(migrations, landed)).toEqual([])
  })

  test('not by a line, not by taking it away, and a new one is written down', () => {
    const [first, ...rest] = migrations
    if (!first) throw new Error('there is no migration')
    expect(editedMigrations([{ ...first, text: `${first.text}-- more\n` }, ...rest], landed)).toHaveLength(1)
    expect(editedMigrations(rest, landed)).toEqual([`${first.name} is gone`])
    expect(editedMigrations([...migrations, { name: '9999-new.sql', text: '' }], landed)).toHaveLength(1)
  })
})
