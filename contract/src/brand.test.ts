import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readableBrand, tokens, unreadable } from './brand.ts'
import { sections } from './content.ts'

const css = readFileSync(join(import.meta.dirname, '../../web/src/styles/tokens.css'), 'utf8')
const block = (theme: string) => new RegExp(`\\[data-theme=["']${theme}["']\\]\\s*{([^}]*)}`).exec(css)?.[1] ?? ''

test.each(['dark', 'light'] as const)(
  'our own %s colours are those of the style sheet, and all can be read',
  (theme) => {
    for (const [name, value] of Object.entries(tokens[theme])) expect(block(theme)).toContain(`${name}: ${value};`)
    expect(unreadable(theme, {})).toEqual([])
  },
)

test('an operator may bring other colours, as long as they can be read', () => {
  const violet = {
    '--c-accent': '#b79bff',
    '--c-accent-hover': '#c8b3ff',
    '--c-accent-press': '#a586f5',
    '--c-accent-text': '#c4adff',
  }
  expect(readableBrand('dark', violet)).toEqual(violet)
})

test.each([
  ['dark words on a dark button', { '--c-accent': '#401000' }],
  ['grey text that fades into the page', { '--c-text-3': '#3a4540' }],
  ['a form that we cannot judge', { '--c-accent': 'oklch(0.7 0.1 50)' }],
])('%s: the theme stays as it is', (_story, values) => expect(readableBrand('dark', values)).toEqual({}))

test('only our own tokens can be set, and content cannot leave the declaration', () => {
  const parse = (dark: object) => sections.site.parse({ brand: { dark, light: {} } }).brand.dark
  expect(parse({ '--c-brass': '#f0d090', '--evil': 'red', 'background-image': 'x' })).toEqual({
    '--c-brass': '#f0d090',
  })
  expect(parse({ '--c-brass': '#f0d090}body{display:none' })).toEqual({})
  expect(parse({ '--c-brass': 7 })).toEqual({})
})
