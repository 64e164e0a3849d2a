import { expect, test } from 'vitest'
import { bestTime } from '../test/best-time.ts'
import { type Block, parseRichText } from './rich-text.ts'

const table: [string, unknown, Block[]][] = [
  ['nothing', undefined, []],
  ['an empty text', '', []],
  ['a number', 7, []],
  ['a paragraph of two lines', 'one\ntwo', [{ kind: 'paragraph', inlines: [{ text: 'one two' }] }]],
  [
    'a heading directly followed by text',
    '## Rules\nBe kind.',
    [
      { kind: 'heading', level: 2, inlines: [{ text: 'Rules' }] },
      { kind: 'paragraph', inlines: [{ text: 'Be kind.' }] },
    ],
  ],
  [
    'two headings in a row',
    '## A\n### B',
    [
      { kind: 'heading', level: 2, inlines: [{ text: 'A' }] },
      { kind: 'heading', level: 3, inlines: [{ text: 'B' }] },
    ],
  ],
  [
    'bold, italic and a link',
    'a **b** *c* [d](/e)',
    [
      {
        kind: 'paragraph',
        inlines: [
          { text: 'a ' },
          { text: 'b', bold: true },
          { text: ' ' },
          { text: 'c', italic: true },
          { text: ' ' },
          { text: 'd', href: '/e' },
        ],
      },
    ],
  ],
  ['a link that would run code', '[x](javascript:alert)', [{ kind: 'paragraph', inlines: [{ text: 'x' }] }]],
  ['a link to somewhere else in disguise', '[x](//evil.example)', [{ kind: 'paragraph', inlines: [{ text: 'x' }] }]],
  ['HTML, which stays text', '<script>1</script>', [{ kind: 'paragraph', inlines: [{ text: '<script>1</script>' }] }]],
  ['a list', '- a\n- b', [{ kind: 'list', isOrdered: false, items: [[{ text: 'a' }], [{ text: 'b' }]] }]],
  ['a numbered list', '1. a\n2. b', [{ kind: 'list', isOrdered: true, items: [[{ text: 'a' }], [{ text: 'b' }]] }]],
  ['a quote', '> a\n> b', [{ kind: 'quote', inlines: [{ text: 'a b' }] }]],
  [
    "Strapi's blocks",
    [
      { type: 'heading', level: 1, children: [{ type: 'text', text: 'T' }] },
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'x', bold: true },
          { type: 'link', url: 'https://example.com/', children: [{ type: 'text', text: 'y' }] },
          { type: 'link', url: 'data:text/html,1', children: [{ type: 'text', text: 'z' }] },
        ],
      },
      { type: 'list', format: 'ordered', children: [{ type: 'list-item', children: [{ type: 'text', text: 'i' }] }] },
      {
        type: 'list',
        format: 'unordered',
        children: [
          { type: 'list-item', children: [{ type: 'text', text: 'a' }] },
          { type: 'list', children: [{ type: 'list-item', children: [{ type: 'text', text: 'inside a' }] }] },
        ],
      },
      { type: 'code', language: 'js', children: [{ type: 'text', text: 'a\nb' }] },
      { type: 'image', image: { url: '/x.png', alternativeText: 'X' }, children: [{ type: 'text', text: '' }] },
      { type: 'image', image: { url: 'javascript:1', alternativeText: null } },
      { type: 'unknown', children: [{ type: 'text', text: 'u' }] },
    ],
    [
      { kind: 'heading', level: 2, inlines: [{ text: 'T' }] },
      {
        kind: 'paragraph',
        inlines: [{ text: 'x', bold: true }, { text: 'y', href: 'https://example.com/' }, { text: 'z' }],
      },
      { kind: 'list', isOrdered: true, items: [[{ text: 'i' }]] },
      { kind: 'list', isOrdered: false, items: [[{ text: 'a' }], [{ text: 'inside a' }]] },
      { kind: 'code', inlines: [{ text: 'a\nb' }] },
      { kind: 'image', src: '/x.png', alt: 'X' },
    ],
  ],
]

test.each(table)('an editor may write %s', (_name, written, blocks) => {
  expect(parseRichText(written)).toEqual(blocks)
})

const hostile: [string, unknown][] = [
  ['opening brackets', '['.repeat(100_000)],
  ['links without an end', '[a]('.repeat(25_000)],
  ['stars', '*a'.repeat(50_000)],
  ['headings', '## a\n'.repeat(20_000)],
  ['empty lines', '\n \n'.repeat(33_000)],
  ['a very deep tree', JSON.parse(`${'[{"type":"list","children":'.repeat(3000)}[]${'}]'.repeat(3000)}`)],
]

test.each(hostile)('a page is not slowed down by %s', async (_name, written) => {
  expect(await bestTime(() => parseRichText(written))).toBeLessThan(500)
})
