import { expect, test } from 'vitest'
import { imageSet, imageSetFor, imageUrl, parseImageRequest } from './image.ts'

const art = '/art/ember-tiger.webp'
const parsed = (url: string) => {
  const { pathname, searchParams } = new URL(url, 'http://site.test')
  return parseImageRequest(pathname, { src: searchParams.get('src') ?? undefined })
}

test('a tile is asked for as webp in quality 95', () => {
  expect(imageUrl(art, { width: 288, height: 192 })).toBe('/img/288x192-q95.webp?src=%2Fart%2Fember-tiger.webp')
})

test('a picture without a height is cut to 1.3', () => {
  expect(parsed(imageUrl(art, { width: 360 }))).toMatchObject({ width: 360, height: 277 })
})

test('a sharp screen gets twice the pixels', () => {
  const set = imageSet(art, { width: 360, height: 520, quality: 80 })
  expect(set.src).toContain('/img/360x520-q80.webp')
  expect(set.srcSet).toBe(`${set.src} 1x, ${set.src.replace('360x520', '720x1040')} 2x`)
})

test('a page that draws it smaller says how wide, and the browser takes no more than it needs', () => {
  const { sizes, srcSet, src } = imageSetFor(art, '15rem', { width: 360, height: 520, quality: 80 })
  expect(sizes).toBe('15rem')
  const [more, most] = [src.replace('360x520', '540x780'), src.replace('360x520', '720x1040')]
  expect(srcSet).toBe(`${src} 360w, ${more} 540w, ${most} 720w`)
})

test('what a page asks for is what the proxy reads', () => {
  for (const [width, height] of [
    [288, 192],
    [735, 240],
    [360, 240],
    [360, 520],
    [480, 600],
    [41, 41],
    [1000],
    [5000, 9000],
    [7],
  ] as const) {
    for (const density of [1, 1.5, 2] as const) {
      for (const src of [art, 'https://cms.test/a b/?x=1&y=é']) {
        const request = parsed(imageUrl(src, { width, height, density, quality: 84, format: 'avif' }))
        expect(request).toMatchObject({ src, quality: 84, format: 'avif' })
        expect(request?.width).toBeLessThanOrEqual(1600)
        expect(request?.width).toBeGreaterThanOrEqual(Math.min(width, 400))
      }
    }
  }
})

test('only listed sizes, qualities and formats are read', () => {
  const names = [
    '289x192-q95.webp',
    '288x193-q95.webp',
    '1601x1040-q95.webp',
    '288x192-q96.webp',
    '288x192-q95.svg',
    '288x192-q95.gif',
    '0288x192-q95.webp',
    '288x192.webp',
    '288x192-q95.webp/x',
    '-288x192-q95.webp',
    '99999x192-q95.webp',
  ]
  for (const name of names) expect(parseImageRequest(`/img/${name}`, { src: art }), name).toBeNull()
  for (const src of [undefined, '', ['/a.png', '/b.png'], { a: 1 }, 'x'.repeat(2049)]) {
    expect(parseImageRequest('/img/288x192-q95.webp', { src })).toBeNull()
  }
  expect(parseImageRequest('/img/288x192-q95.webp', { src: art })).not.toBeNull()
})

test('our own drawings are served as they are', () => {
  expect(imageUrl('/art/suit.svg', { width: 64 })).toBe('/art/suit.svg')
  expect(imageUrl('//evil.test/x.svg', { width: 64 })).toContain('/img/')
})
