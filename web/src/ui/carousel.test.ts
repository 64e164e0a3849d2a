import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Carousel } from './carousel.tsx'

test('a banner has a poster for phones, a card of 360 by 240 for tablets and a wide picture', () => {
  const labels = { region: 'Banners', back: '', forward: '', pause: '', play: '', place: () => '1 of 1' }
  const slides = [{ id: '1', title: 'Games', wide: '/art/wide.webp', poster: '/art/poster.webp' }]
  const html = renderToStaticMarkup(createElement(Carousel, { slides, labels, slideMs: 0 }))
  const sizes = [...html.matchAll(/<(source|img)[^>]*?width="(\d+)" height="(\d+)"/g)].map(([, , w, h]) => `${w}x${h}`)
  expect(sizes).toEqual(['735x240', '360x240', '360x520'])
  expect(html).toMatch(/<source media="\(min-width: 768px\)" srcSet="[^"]*src=%2Fart%2Fwide\.webp/)
})
