import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contract, methodNames } from '@croupier/contract/contract'
import { launchRefusals } from '@croupier/contract/game-notes'
import { walletRefusals } from '@croupier/contract/wallet-refusals'
import { describe, expect, test } from 'vitest'
import { below, isTest, root, type Source, sources } from './sources.ts'

/** The rules of the house. A rule that matters fails here; one that cannot fail is a preference. */

const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')

/** A list of floors stands in the map alone: the cells of its rows, from the ground up. */
function floorsOf(title: string): string[] {
  const [, rows = ''] = map.split(`## ${title}`)[1]?.match(/\| -+ \|[^\n]*\n((?:\|[^\n]*\n)+)/) ?? []
  return rows
    .trim()
    .split('\n')
    .map((row) => row.split('|')[2] ?? '')
}

/** Features that are still to come have their floor already, so that none is built upstairs of its users. */
const floors = new Map(
  floorsOf('Floors of the server').flatMap((cell, at) =>
    [...cell.matchAll(/[a-z0-9]+/g)].map(([name]): [string, number] => [name, at + 1]),
  ),
)

const product = sources.filter((source) => !isTest(source))
const offenders = (list: Source[], isBad: (source: Source, target: string) => boolean) =>
  list.flatMap((source) =>
    source.imports.filter((target) => isBad(source, target)).map((target) => `${source.path} → ${target}`),
  )

const featureOf = (path: string) => /^(?:server|web)\/src\/features\/([^/]+)\//.exec(path)?.[1]

describe('directions', () => {
  test('the contract imports nothing of ours', () => {
    expect(
      offenders(below('contract'), (_, target) => target.startsWith('@croupier/') || /^(server|web)\//.test(target)),
    ).toEqual(
      // Tests name the package as others do.
      offenders(below('contract').filter(isTest), (_, target) => target.startsWith('@croupier/contract')),
    )
  })

  test('the web cannot reach the server, and only what opens a node and its watching form touch the web', () => {
    expect(
      offenders(below('web'), (_, target) => /^(@croupier\/)?server\b|^(pg|kysely|fastify)$/.test(target)),
    ).toEqual([])
    const reaches = offenders(
      below('server'),
      (source, target) =>
        /^(@croupier\/)?web\b/.test(target) && !['server/src/open-node.ts', 'server/src/dev.ts'].includes(source.path),
    )
    expect(reaches).toEqual([])
  })

  test('inside the server: main, then http, then features, then the database', () => {
    expect(
      offenders(
        below('server/src/features').filter((source) => !isTest(source)),
        (_, target) => target.startsWith('server/src/http/'),
      ),
    ).toEqual([])
    expect(offenders(below('server/src/db'), (_, target) => /^server\/src\/(http|features)\//.test(target))).toEqual([])
  })

  test('a feature enters another by its front door, downstairs only', () => {
    const wrong = offenders(
      product.filter(({ path }) => path.startsWith('server/src/features/')),
      (source, target) => {
        const [from, to] = [featureOf(source.path), featureOf(target)]
        if (!from || !to || from === to) return false
        const isFrontDoor = target === `server/src/features/${to}/${to}.ts`
        return !isFrontDoor || (floors.get(to) ?? 99) >= (floors.get(from) ?? 0)
      },
    )
    expect(wrong).toEqual([])
    const named = readdirSync(join(root, 'server/src/features'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    )
    expect(named.map(({ name }) => name).filter((name) => !floors.has(name))).toEqual([])
  })

  test('the rules of a jurisdiction stand in one table', () => {
    const wrong = product.filter(
      ({ path, text }) =>
        path.startsWith('server/src/') &&
        !/^server\/src\/(features\/jurisdiction\/|config\.ts)/.test(path) &&
        /jurisdiction\b[^\n]{0,3}(===|!==)|'uk'/.test(text),
    )
    expect(wrong.map(({ path }) => path)).toEqual([])
  })

  const webFloors = floorsOf('Floors of the web').map((cell) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, room = '']) => room),
  )
  const webRoom = (path: string) => /^web\/src\/(features\/[^/]+|[^/]+?)(?:\/|\.tsx?$)/.exec(path)?.[1]
  /** Where a feature stands that the table does not name: the row that names `features/` itself. */
  const floorOfOthers = webFloors.findIndex((rooms) => rooms.includes('features/'))
  const isOther = (room: string) => room.startsWith('features/') && !webFloors.flat().includes(room)
  const webFloor = (room: string) =>
    isOther(room) ? floorOfOthers : webFloors.findIndex((rooms) => rooms.includes(room))
  const web = below('web/src').filter((source) => !isTest(source))

  test('a room of the web enters only rooms downstairs, and a feature by its front door', () => {
    const rooms = new Set(web.map(({ path }) => webRoom(path) ?? path).filter((room) => !isOther(room)))
    expect(rooms).toEqual(new Set(webFloors.flat().filter((room) => room !== 'features/')))
    const wrong = offenders(web, (source, target) => {
      const [from = '', to = ''] = [webRoom(source.path), webRoom(target)]
      if (from === to || !/\.tsx?$/.test(target) || !target.startsWith('web/src/')) return false
      const feature = featureOf(target)
      const isPastTheDoor = feature !== undefined && !target.startsWith(`web/src/features/${feature}/${feature}.ts`)
      return isPastTheDoor || webFloor(to) >= webFloor(from)
    })
    expect(wrong).toEqual([])
  })

  test('the kit knows no API, no routes and no product word', () => {
    const allowed =
      /^(web\/src\/(ui|styles)\/|react$|react-dom|react-router$|@base-ui\/|@tanstack\/react-virtual$|@croupier\/contract\/image$|vitest)/
    expect(offenders(below('web/src/ui'), (_, target) => !allowed.test(target))).toEqual([])
  })

  test('the conformance kit and the sample provider know the house only by its protocol', () => {
    const strangers = [...below('conformance'), ...below('server/src/sandbox/sample')]
    expect(strangers.length).toBeGreaterThan(10)
    expect(
      offenders(
        strangers.filter((source) => !isTest(source)),
        // The words of the feed, and what facts make of markets, are for anybody.
        ({ path }, target) =>
          !/^(node:|conformance\/|server\/src\/sandbox\/sample\/)/.test(target) &&
          !(path.startsWith('conformance/feed/') && target.startsWith('sportsbook/src/')),
      ),
    ).toEqual([])
  })

  test('every package lists what it imports', () => {
    for (const name of ['contract', 'server', 'web']) {
      const manifest = JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8'))
      const shared = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
      const listed = new Set([
        ...Object.keys(manifest.dependencies ?? {}),
        ...Object.keys(manifest.devDependencies ?? {}),
        ...Object.keys(shared.devDependencies),
      ])
      const unlisted = offenders(below(name), (_, target) => {
        if (
          /^(node:|virtual:|\.|\w+\/src\/|web\/)/.test(target) ||
          target.startsWith(name) ||
          target.includes('+types')
        )
          return false
        const [scope = '', part = ''] = target.split('/')
        const pkg = scope.startsWith('@') ? `${scope}/${part}` : scope
        return pkg !== `@croupier/${name}` && !listed.has(pkg)
      })
      expect(unlisted).toEqual([])
    }
  })
})

describe('purity', () => {
  test('chance comes from node:crypto, never from Math.random', () => {
    expect(product.filter(({ text }) => /Math\.random/.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('browsers lack Temporal, so only the server uses it', () => {
    const browsers = product.filter(({ path }) => /^(web|contract|sportsbook|studio)\//.test(path))
    expect(browsers.filter(({ text }) => /\bTemporal\./.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('writing', () => {
  test('no barrel files, kebab-case names', () => {
    const names = sources.map(({ path }) => path.split('/').at(-1) ?? '')
    expect(names.filter((name) => /^index\.tsx?$/.test(name))).toEqual([])
    expect(names.filter((name) => !/^[a-z0-9]+([-.][a-z0-9]+)*\.(test\.)?tsx?$/.test(name))).toEqual([])
  })

  test('a stylesheet that comes with its page says the order of the layers, whichever is read first', () => {
    const styles = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /\.css$/.test(path),
    )
    const read = (path: string) => readFileSync(join(root, 'web/src', path), 'utf8')
    const imported = new Set(
      styles.flatMap((path) =>
        [...read(path).matchAll(/@import "(\..*?)"/g)].map(([, to = '']) => join(dirname(path), to)),
      ),
    )
    const alone = styles.filter((path) => !imported.has(path) && path !== join('styles', 'app.css'))
    expect(alone.length).toBeGreaterThan(0)
    const order = '@layer base, components, focus, utilities;'
    expect(alone.filter((path) => !read(path).includes(order))).toEqual([])
  })

  test('no type assertion but the one in the dispatcher', () => {
    // SQL names a part of a question by `name as (` at the end of a line.
    const assertion =
      /[\w)\]}] as (?!const\b|\($)[A-Z{[(]\w*|[\w)\]}] as (?:string|number|bigint|boolean|unknown|never|any)\b/
    const found = product.flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\*|\/\*|import\b|export\b)/.test(line) && assertion.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
    expect(found.filter((line) => !line.startsWith('server/src/http/dispatch.ts'))).toEqual([])
  })
})

describe('the contract is kept', () => {
  // Game providers call the wallet by its own protocol, and games are opened by an address: each has its own list.
  const declared = new Set<string>([
    ...methodNames.flatMap((name) => [...contract[name].refuses]),
    ...walletRefusals,
    ...launchRefusals,
  ])
  const everyMethodMay = [
    'Authorization',
    'UserBanned',
    'UserDeleted',
    'InvalidParameter',
    'InvalidRequest',
    'ApplicationUnavailable',
  ]
  const thrown = below('server/src')
    .filter((source) => !isTest(source))
    .flatMap(({ path, text }) => [
      ...[...text.matchAll(/new Refusal\('([\w:]+)'/g)].map(([, name = '']) => ({ path, name })),
      ...[...text.matchAll(/wrongField\('(\w+)'/g)].map(([, reason]) => ({
        path,
        name: `InvalidParameter:${reason}`,
      })),
    ])

  test('every refusal a feature throws is declared by a method of the contract', () => {
    const undeclared = thrown.filter(
      ({ path, name }) =>
        path.startsWith('server/src/features/') && !declared.has(name) && !everyMethodMay.includes(name),
    )
    expect(undeclared).toEqual([])
  })

  test('every refusal a method declares is thrown somewhere', () => {
    // Rounds, bets and the club make theirs from the reason alone.
    const rooms = ['rounds', 'bets', 'loyalty'].flatMap((room) => below(`server/src/features/${room}`))
    const spoken = rooms
      .filter((source) => !isTest(source))
      .flatMap(({ text }) =>
        [...text.matchAll(/'([A-Z]+_[A-Z_]+)'/g)].map(([, reason]) => `InvalidParameter:${reason}`),
      )
    // The gate's refusals stand in its table of rules.
    const gate = sources.find(({ path }) => path === 'server/src/features/limits/rules.ts')
    const gates = [...(gate?.text ?? '').matchAll(/'(\w+(?::[A-Z_]+)?)'/g)].map(([, name = '']) => name)
    // What a promo code can say stands in one table, reason by reason.
    const codes = sources.find(({ path }) => path === 'server/src/features/campaigns/activate.ts')
    const ofCodes = [...(codes?.text ?? '').matchAll(/(?:: |CodeRefused\()'([A-Z_]+)'/g)].map(
      ([, reason]) => `InvalidParameter:${reason}`,
    )
    const known = new Set([...thrown.map(({ name }) => name), ...spoken, ...gates, ...ofCodes])
    expect([...declared].filter((name) => !known.has(name))).toEqual([])
  })
})

describe('the map is true', () => {
  test('every folder that ARCHITECTURE.md names exists, and it has under 200 lines', () => {
    const folders = [
      ...map.matchAll(
        /`((?:contract|server|sportsbook|studio|web|content|e2e|bench|conformance|tools|docs)\/[\w./-]*)`/g,
      ),
    ].map(([, path = '']) => path)
    expect(folders.length).toBeGreaterThan(20)
    expect(folders.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(map.split('\n').length).toBeLessThan(200)
  })

  test('every top-level folder is on the map', () => {
    const hidden = new Set(['node_modules', 'data'])
    const folders = readdirSync(root, { withFileTypes: true }).filter(
      (entry) => entry.isDirectory() && !entry.name.startsWith('.') && !hidden.has(entry.name),
    )
    expect(folders.map(({ name }) => name).filter((name) => !map.includes(`\`${name}/\``))).toEqual([])
  })

  test('the pages that are not open yet are exactly the listed ones', () => {
    const waiting = below('web/src/features')
      .filter(({ text }) => /\bnotOpen\b/.test(text))
      .map(({ path }) =>
        path
          .split('/')
          .slice(3)
          .join('/')
          .replace(/\.tsx$/, ''),
      )
    const [, list = ''] = /## Not open yet[\s\S]*?\| -+ \|[^\n]*\n([\s\S]*)/.exec(map) ?? []
    const listed = [...list.matchAll(/\b[a-z]+\/[\w-]+/g)].map(([page]) => page)
    expect(listed.sort()).toEqual(waiting.sort())
  })
})
