import { expect, test } from 'vitest'
import { browsersBelow } from './pace.ts'

test('a browser is counted with its helpers, once each, and only below the process that asks', () => {
  const one = { own: 1, ended: 0.5 }
  const processes = new Map([
    [1, { name: 'init', parent: 0, ...one }],
    [10, { name: 'node', parent: 1, ...one }],
    [11, { name: 'node (vitest)', parent: 10, ...one }],
    [20, { name: 'chromium-headle', parent: 11, ...one }],
    [21, { name: 'chromium-headle', parent: 20, ...one }],
    [22, { name: 'chromium-headle', parent: 21, ...one }],
    [30, { name: 'chromium', parent: 11, ...one }],
    [40, { name: 'chromium', parent: 1, ...one }],
  ])
  expect(browsersBelow(10, processes)).toEqual(
    new Map([
      [20, 4.5],
      [30, 1.5],
    ]),
  )
})
