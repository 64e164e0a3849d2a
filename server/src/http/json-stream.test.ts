import { expect, test } from 'vitest'
import { jsonParts } from './json-stream.ts'

async function* counted(count: number, log: number[] = []) {
  for (let n = 1; n <= count; n += 1) {
    log.push(n)
    yield { n, text: 'x'.repeat(100) }
  }
}

async function text(value: unknown): Promise<string> {
  let all = ''
  for await (const part of jsonParts(value)) all += part
  return all
}

test('what is written is what would be written at once', async () => {
  const plain = {
    none: null,
    gone: undefined,
    at: new Date(0),
    list: [1, { a: 'ü"\\' }, []],
    deep: { empty: {}, flag: true, number: 1.5 },
  }
  expect(await text(plain)).toBe(JSON.stringify(plain))
  expect(JSON.parse(await text({ a: { long: counted(3) }, none: counted(0), b: 1 }))).toEqual({
    a: { long: [1, 2, 3].map((n) => ({ n, text: 'x'.repeat(100) })) },
    none: [],
    b: 1,
  })
})

test('a long list is read no further than it is written, and no more once the reader has gone', async () => {
  const read: number[] = []
  const parts = jsonParts({ long: counted(100_000, read) })
  await parts.next()
  expect(read.length).toBeLessThan(300)
  await parts.return(undefined)
  expect(read.length).toBeLessThan(300)
})
