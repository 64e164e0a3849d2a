import { expect, test } from 'vitest'
import { page, redirect, sections } from './content.ts'

const names = Object.keys(sections).filter((name): name is keyof typeof sections => Object.hasOwn(sections, name))
const rubbish: unknown[] = [null, 0, -1, '', 'x', true, [], [null], {}, { a: 1 }, [[[]]]]

test.each(names)('the section %s is complete when nothing is written', (name) => {
  const parsed = sections[name].parse({})
  for (const [field, value] of Object.entries(parsed)) expect(value, field).not.toBeUndefined()
})

test.each(names)('no field of the section %s can break it', (name) => {
  const schema = sections[name]
  for (const field of Object.keys(schema.shape))
    for (const value of rubbish) expect(schema.safeParse({ [field]: value }).success, field).toBe(true)
})

test.each(names)('the section %s keeps nothing that it does not know', (name) => {
  expect(sections[name].parse({ surprise: 1 })).not.toHaveProperty('surprise')
})

test('a menu entry without a label is dropped, one with an unsafe link stays without it', () => {
  const { profileLinks } = sections.common.parse({
    profileLinks: [
      { url: '/a' },
      { label: 'B', url: 'javascript:1', icon: '<svg>' },
      { label: 'C', url: '/c', visibleTo: 'guest' },
    ],
  })
  expect(profileLinks).toEqual([
    { label: 'B', url: '', icon: '', visibleTo: 'all' },
    { label: 'C', url: '/c', icon: '', visibleTo: 'guest' },
  ])
})

test('custom code needs a known position', () => {
  const { customCode } = sections.common.parse({
    customCode: [
      { isEnabled: true, position: 'head', code: 'a' },
      { isEnabled: true, position: 'middle', code: 'b' },
    ],
  })
  expect(customCode.map(({ code }) => code)).toEqual(['a'])
})

test('a page needs a slug and a title; the rest has defaults', () => {
  expect(page.parse({ slug: 'about', title: 'About' })).toMatchObject({ lead: '', body: [], faq: [] })
  expect(page.safeParse({ slug: '../etc', title: 'x' }).success).toBe(false)
  expect(page.safeParse({ slug: 'about' }).success).toBe(false)
})

test('a redirect starts from a path', () => {
  expect(redirect.safeParse({ from_url: '/old/*', to_url: '/new' }).success).toBe(true)
  expect(redirect.safeParse({ from_url: 'old', to_url: '/new' }).success).toBe(false)
  expect(redirect.safeParse({ from_url: '/old', to_url: '' }).success).toBe(false)
})

test('a frame host is a plain origin: nothing in it can begin another rule of the policy', () => {
  const { frameHosts } = sections.site.parse({
    frameHosts: ['https://partner.example', 'https://x;sandbox', 'https://x,default-src', "https://x'y", 'ftp://x'],
  })
  expect(frameHosts).toEqual(['https://partner.example'])
})

test('a page shows when it was changed, or nothing', () => {
  const changed = (updatedAt: unknown) => page.parse({ slug: 'a', title: 'A', updatedAt }).updatedAt
  expect(changed('2026-01-31')).toBe('2026-01-31')
  expect(['yesterday', '', 7, null].map(changed)).toEqual(['', '', '', ''])
})
