import { paths } from '@croupier/contract/paths'
import { matchRoutes, type RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import routes from '../web/src/routes.ts'

type Entry = (typeof routes)[number]

/** Some modules serve several routes, each under its own id. */
const idOf = ({ id, file }: Entry) => id ?? file

const objects = (entries: readonly Entry[]): RouteObject[] =>
  entries.map((entry) =>
    entry.index
      ? { index: true, id: idOf(entry) }
      : { path: entry.path, id: idOf(entry), children: entry.children ? objects(entry.children) : undefined },
  )

const tree = objects(routes)
// `deposit` and `deposit/{sysname}` are two pages of one word.
const { bettingEvent, ...byWords } = paths
const filled = [
  ...Object.values(byWords).map((build) => String(Reflect.apply(build, null, ['x', 'x', 'x']))),
  bettingEvent({ id: 1, slug: 'x' }),
  paths.deposit(),
]

const pageOf = (path: string) => matchRoutes(tree, path.split(/[?#]/)[0] ?? '')?.at(-1)?.route.id

test('every path leads to a page of its own', () => {
  for (const path of filled) expect(`${path} ${pageOf(path)}`).not.toMatch(/not-found|undefined/)
})

test('every page has a path', () => {
  const leaves = (entries: readonly Entry[]): string[] =>
    entries.flatMap((entry) => (entry.children ? leaves(entry.children) : [idOf(entry)]))
  const reached = new Set(filled.map(pageOf))
  const unreached = leaves(routes).filter((id) => !reached.has(id) && !id.endsWith('not-found.tsx'))
  expect(unreached).toEqual([])
})
