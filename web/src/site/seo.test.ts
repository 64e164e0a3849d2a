import { seo } from '@croupier/contract/seo'
import { expect, test } from 'vitest'
import { fillTokens } from './seo-head.tsx'
import { jsonLd, structuredData } from './structured-data.ts'

const fill = (value: string) => value.replaceAll('##name##', '</script><script>alert(1)</script>')
const made = (record: object) => structuredData(seo.parse(record), { origin: 'https://house.example', fill })

test('nothing is said that content does not say', () => {
  expect(made({})).toEqual([])
  expect(made({ title: 'x', organization: null, schemaFaq: 'broken' })).toEqual([])
})

test('organization, questions, article and product, each in its own block', () => {
  const blocks = made({
    organization: { name: 'House', logo: '/icon.png', sameAs: [], contactPoint: 'help@house.example' },
    schemaFaq: [{ question: 'Why?', answer: 'So.' }],
    schemaArticle: { headline: 'News', author: 'House', datePublished: '2026-11-15' },
    product: { name: 'Game', ratingValue: '4.5', ratingCount: '12' },
  })
  expect(blocks.map((block) => block['@type'])).toEqual(['Organization', 'FAQPage', 'Article', 'Product'])
  expect(blocks[0]).toMatchObject({ url: 'https://house.example', logo: 'https://house.example/icon.png' })
  expect(blocks[0]).not.toHaveProperty('sameAs')
  expect(blocks[3]).toMatchObject({ aggregateRating: { ratingValue: '4.5' } })
})

test('a token cannot end the script element', () => {
  const text = jsonLd(made({ product: { name: '##name##' } }))
  expect(text).not.toContain('<')
  expect(JSON.parse(text)[0].name).toContain('</script>')
})

test('tokens are filled, and a text with a token that nobody knows is left out whole', () => {
  expect(fillTokens('Play ##name## by ##who##.', { name: 'Sand', who: 'us' })).toBe('Play Sand by us.')
  expect(fillTokens('Play ##name## by ##who##.', { name: 'Sand' })).toBe('')
  expect(fillTokens('##constructor##', {})).toBe('')
})

test('a value with tokens in it is not filled again', () => {
  expect(fillTokens('##a##', { a: '##b##', b: 'x' })).toBe('##b##')
})

test('nothing in JSON-LD can close its script', () => {
  const text = jsonLd({ name: '</script><script>alert(1)</script>\u2028&' })
  expect(text).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script>\u2028&' })
})
