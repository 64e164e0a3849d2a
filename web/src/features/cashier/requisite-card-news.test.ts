import { expect, test } from 'vitest'
import { frameRoom, readCardNews } from './requisite-card-news.ts'

test('a card comes with its token and its mask', () =>
  expect(readCardNews({ type: 'card', token: 'tok_12345678', mask: '424242...4242' })).toEqual({
    kind: 'card',
    token: 'tok_12345678',
    mask: '424242...4242',
  }))

test('the frame gets the room it asks for, within reason', () => {
  expect(readCardNews({ type: 'size', height: 300.4 })).toEqual({ kind: 'height', height: 300 })
  expect(readCardNews({ type: 'size', height: 99_999 })).toEqual({ kind: 'height', height: frameRoom.most })
  expect(readCardNews({ type: 'size', height: -5 })).toEqual({ kind: 'height', height: frameRoom.least })
})

test.each([
  [null],
  ['card'],
  [{}],
  [{ type: 'card' }],
  [{ type: 'card', token: 'short' }],
  [{ type: 'card', token: '4242 4242 4242 4242' }],
  [{ type: 'card', token: 12345678 }],
  [{ type: 'size', height: '300' }],
  [{ type: 'size', height: Number.NaN }],
  [{ type: 'else', token: 'tok_12345678' }],
])('%j says nothing', (data) => expect(readCardNews(data)).toBeNull())
