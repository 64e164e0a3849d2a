import { expect, test } from 'vitest'
import { z } from 'zod'
import { count, fallback, flagOr, image, link, listOf, text } from './parse.ts'

const shape = z.object({
  title: text('Untitled'),
  isOn: flagOr(true),
  size: count(5),
  url: link(),
  picture: image(),
  items: listOf(z.object({ name: z.string().min(1) })),
  extra: fallback(z.object({ list: z.array(z.string()) }), { list: ['a'] }),
})

test('an empty record is all defaults', () => {
  const defaults = { title: 'Untitled', isOn: true, size: 5, url: '', picture: '', items: [], extra: { list: ['a'] } }
  expect(shape.parse({})).toEqual(defaults)
})

test('a broken field becomes its default, and the good ones stay', () => {
  const written = {
    title: 7,
    isOn: 'yes',
    size: -1,
    url: 'javascript:1',
    picture: 'mailto:a@b.c',
    items: 'x',
    extra: null,
  }
  expect(shape.parse({ ...written })).toEqual(shape.parse({}))
  expect(shape.parse({ ...written, size: 9 }).size).toBe(9)
})

test('a broken item of a list is dropped, and the others stay', () => {
  expect(shape.parse({ items: [{ name: 'a' }, { name: '' }, null, 3, { name: 'b' }] }).items).toEqual([
    { name: 'a' },
    { name: 'b' },
  ])
})

test('what one reader does to a default does not reach the next', () => {
  shape.parse({}).extra.list.push('changed')
  expect(shape.parse({}).extra.list).toEqual(['a'])
})

test.each([
  ['/games', '/games'],
  ['https://example.com/a', 'https://example.com/a'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['//evil.example', ''],
  ['/\\evil.example', ''],
  ['/%2f/evil.example', ''],
  ['javascript:alert(1)', ''],
  ['https://user:pass@example.com/', ''],
  ['', ''],
  [null, ''],
])('the link %s becomes "%s"', (written, taken) => {
  expect(link().parse(written)).toBe(taken)
})

test.each([
  ['/uploads/a.png', '/uploads/a.png'],
  [{ url: 'https://cms.example/a.png', mime: 'image/png' }, 'https://cms.example/a.png'],
  [{ url: 7 }, ''],
  ['data:image/png;base64,AA', ''],
  ['tel:123', ''],
])('the picture %j becomes "%s"', (written, taken) => {
  expect(image().parse(written)).toBe(taken)
})
