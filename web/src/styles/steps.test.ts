import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sheets = globSync('**/*.css', { cwd: root }).map((path) => readFileSync(join(root, path), 'utf8'))

test('the layout has a step at every width that the specification names', () => {
  const steps = new Set(
    sheets.flatMap((sheet) => [...sheet.matchAll(/\(min-width: (\d+)px\)/g)].map(([, px]) => Number(px))),
  )
  expect([768, 992, 1280, 1366, 1440, 1696, 1920].filter((px) => !steps.has(px))).toEqual([])
})

test('a row of a list of choices is at least 36 px high', () => {
  const rule = /:where\(\.select-list, \.select-search-list\) \.menu-item \{\s*min-block-size: 36px/
  expect(sheets.filter((sheet) => rule.test(sheet))).toHaveLength(1)
})
