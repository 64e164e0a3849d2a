import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rulesOf as blackjackRules } from '../games/blackjack-salon/client/rules.ts'
import { rulesOf as plinthRules } from '../games/plinth/client/rules.ts'
import { pretendDocument } from '../test/pretend-document.ts'
import { drawSection } from './rule-section.ts'

beforeEach(pretendDocument)
afterEach(() => vi.unstubAllGlobals())

const words = (key: string) => key

/** Every cell of the tables of a sheet, by its element and text. */
function cellsIn(node: Element): string[] {
  const own = ['th', 'td'].includes(node.tagName) ? [`${node.tagName} ${node.textContent}`] : []
  return [...own, ...[...node.children].flatMap(cellsIn)]
}

test('what stands above columns is a heading; a corner without a word is not', () => {
  const section = drawSection({ title: 'x', head: ['', 'a', 'b'], rows: [['r', '1', '2']] })
  expect(cellsIn(section)).toEqual(['td ', 'th a', 'th b', 'th r', 'td 1', 'td 2'])
})

test.each([
  ['blackjack', () => blackjackRules({ words })],
  ['plinth', () => plinthRules({ words, locale: 'en' }, { rows: 8, risk: 'low' })],
])('the rules of %s have no heading that says nothing', (_name, rules) => {
  const cells = rules().flatMap((section) => cellsIn(drawSection(section)))
  expect(cells.length).toBeGreaterThan(20)
  expect(cells).not.toContain('th ')
})
