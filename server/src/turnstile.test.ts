import { expect, test } from 'vitest'
import { openTurnstile } from './turnstile.ts'

const line = { atOnce: 2, mostWaiting: 4, mostOfOne: 2, retrySeconds: 1, what: 'things' }

/** Work that is held until it is let go, and what is inside now. */
function stage() {
  const turnstile = openTurnstile(line)
  const inside: string[] = []
  const ends = new Map<string, () => void>()
  const pass = (name: string, owner: string | null = null) =>
    turnstile.pass(owner, () => {
      inside.push(name)
      return new Promise<string>((end) =>
        ends.set(name, () => {
          inside.splice(inside.indexOf(name), 1)
          end(name)
        }),
      )
    })
  return { pass, inside, end: (name: string) => ends.get(name)?.() }
}

const settled = () => new Promise((done) => setImmediate(done))

test('so many are inside at once, and the others come in the order in which they asked', async () => {
  const { pass, inside, end } = stage()
  const all = ['a', 'b', 'c', 'd'].map((name) => pass(name))
  expect(inside).toEqual(['a', 'b'])
  end('b')
  await settled()
  expect(inside).toEqual(['a', 'c'])
  end('a')
  end('c')
  await settled()
  end('d')
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd'])
})

test('of one owner one is inside, and nobody else waits for the others of that owner', async () => {
  const { pass, inside, end } = stage()
  const mine = ['1', '2', '3'].map((name) => pass(name, 'me'))
  expect(inside).toEqual(['1'])
  const other = pass('other', 'you')
  expect(inside).toEqual(['1', 'other'])
  await expect(pass('4', 'me')).rejects.toMatchObject({ type: 'TooManyRequests', data: { resend_time: 1 } })
  end('1')
  await settled()
  expect(inside).toEqual(['other', '2'])
  for (const name of ['2', '3', 'other']) {
    end(name)
    await settled()
  }
  expect(await Promise.all([...mine, other])).toEqual(['1', '2', '3', 'other'])
})

test('a line that is full turns away, and work that fails makes room', async () => {
  const turnstile = openTurnstile({ ...line, atOnce: 1, mostWaiting: 1 })
  const failing = turnstile.pass(null, () => Promise.reject(new Error('no')))
  const next = turnstile.pass(null, async () => 'next')
  await expect(turnstile.pass(null, async () => 'full')).rejects.toMatchObject({ type: 'TooManyRequests' })
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
  expect(await turnstile.pass(null, async () => 'again')).toBe('again')
})
