import { describe, expect, test } from 'vitest'
import { cleared, hallKey, hallOptions, hallPath, isNarrowed, readHall, toggled, typeOfHall } from './hall-query.ts'

const read = (query: string) => readHall(new URLSearchParams(query))

describe('the address of the hall', () => {
  test('says everything it was narrowed to, and back', () => {
    const address =
      '/gamehall?category=slots&type=slot&providers=orbit,red-baize&search=fruit%20%26%20co&sort=rtp&demo=1'
    const hall = read(address.split('?')[1] ?? '')
    expect(hall).toEqual({
      category: 'slots',
      type: 'slot',
      providers: ['orbit', 'red-baize'],
      search: 'fruit & co',
      sort: 'rtp',
      hasDemo: true,
    })
    expect(hallPath(hall)).toBe(address)
  })

  test('leaves out words that mean nothing, and never refuses', () => {
    expect(read('category=nowhere&type=x&providers=,A,../x,orbit,orbit&sort=best&demo=yes')).toEqual({
      ...read(''),
      providers: ['orbit'],
    })
    expect(read(`search=${'a'.repeat(500)}`).search).toHaveLength(100)
    expect(read(`providers=${Array.from({ length: 300 }, (_, at) => `p${at}`)}`).providers).toHaveLength(100)
  })

  test('is bare when nothing is chosen', () => {
    expect(hallPath(read(''))).toBe('/gamehall')
    expect(hallPath(read('search=wolf&demo=1&category=new'), cleared)).toBe('/gamehall?category=new')
  })
})

test('two ways to write the same filter are one answer', () => {
  expect(hallKey(read('providers=b,a&category=new'))).toBe(hallKey(read('category=new&providers=a,b')))
})

test('the server is asked for what was chosen, and for nothing else', () => {
  expect(hallOptions(read(''))).toEqual({})
  expect(hallOptions(read('category=fast&providers=orbit&demo=1&sort=new&search=x'))).toEqual({
    category: 'fast',
    providers: ['orbit'],
    has_demo: true,
    sort: 'new',
    search: 'x',
  })
})

test('a tab alone narrows nothing; a studio, a word, a type or the demo switch does', () => {
  expect(['category=slots', 'sort=new'].map((query) => isNarrowed(read(query)))).toEqual([false, false])
  const narrow = ['providers=orbit', 'search=x', 'type=fast', 'demo=1']
  expect(narrow.map((query) => isNarrowed(read(query)))).toEqual([true, true, true, true])
})

test('studios are counted among the games of a tab that is a type', () => {
  expect(typeOfHall(read('category=tables'))).toBe('casino')
  expect(typeOfHall(read('category=new'))).toBeUndefined()
  expect(typeOfHall(read('category=new&type=slot'))).toBe('slot')
})

test('choosing twice is not choosing', () => {
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  expect(toggled(['a'], 'b')).toEqual(['a', 'b'])
})
