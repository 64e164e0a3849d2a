import { expect, test } from 'vitest'
import { type Buyer, judgeProduct, type ProductShelf } from './shop-rules.ts'

const nowMs = Date.parse('2026-11-17T12:00:00Z')
const shelf = (
  terms: Partial<ProductShelf['terms']> = {},
  more: Partial<Omit<ProductShelf, 'terms'>> = {},
): ProductShelf => ({
  terms: { kind: 'cash', price: 1_200, ...terms },
  isStopped: false,
  sold: 0,
  bought: 0,
  nowMs,
  ...more,
})
const buyer: Buyer = { points: 1_200n, level: 3, isOpen: true, isActive: true, isOffered: true }

test.each([
  ['all fits', shelf(), buyer, null],
  [
    'one point is missing',
    shelf(),
    { ...buyer, points: 1_199n },
    { reason: 'NOT_ENOUGH_POINTS', data: { price: 1_200, points: 1_199, missing: 1 } },
  ],
  ['the last piece is gone', shelf({ stock: 5 }, { sold: 5 }), buyer, { reason: 'SOLD_OUT', data: {} }],
  ['the level is too low', shelf({ level: 4 }), buyer, { reason: 'LEVEL_NEEDED', data: { level: 4, yours: 3 } }],
  [
    'bought often enough',
    shelf({ per_player: 2 }, { bought: 2 }),
    buyer,
    { reason: 'LIMIT_REACHED', data: { per_player: 2 } },
  ],
  ['its time is over', shelf({ ends_at: '2026-11-17T12:00:00Z' }), buyer, { reason: 'PRODUCT_CLOSED', data: {} }],
  [
    'its time has not come',
    shelf({ starts_at: '2026-11-17T12:00:01Z' }),
    buyer,
    { reason: 'PRODUCT_CLOSED', data: {} },
  ],
  ['the operator took it away', shelf({}, { isStopped: true }), buyer, { reason: 'PRODUCT_CLOSED', data: {} }],
  ['the club is switched off', shelf(), { ...buyer, isActive: false }, { reason: 'NOT_AVAILABLE', data: {} }],
  ['not in this currency', shelf(), { ...buyer, isOffered: false }, { reason: 'NOT_AVAILABLE', data: {} }],
  ['spins in care', shelf({ kind: 'freespins' }), { ...buyer, isOpen: false }, { reason: 'NOT_AVAILABLE', data: {} }],
  ['cash in care', shelf(), { ...buyer, isOpen: false }, null],
  ['goods in care', shelf({ kind: 'goods' }), { ...buyer, isOpen: false }, null],
] as const)('%s', (_about, asked, who, answer) => {
  expect(judgeProduct(asked, who)).toEqual(answer)
})
