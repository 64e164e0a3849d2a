import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { gatherOn, openGather } from './gather.ts'

/** A database that answers when it is told to: with ten times what it was asked. */
function slow() {
  const questions: { asked: readonly number[]; answer: () => void; fail: () => void }[] = []
  const ask = (asked: readonly number[]) =>
    new Promise<number[]>((resolve, reject) =>
      questions.push({
        asked,
        answer: () => resolve(asked.map((each) => each * 10)),
        fail: () => reject(new Error('away')),
      }),
    )
  return { questions, ask, asked: () => questions.map((each) => each.asked) }
}

test('those who come in one turn share a question, and each gets its own answer', async () => {
  const { questions, ask, asked } = slow()
  const gather = openGather(ask)
  const answers = [1, 2, 3].map(gather)
  await turn()
  expect(asked()).toEqual([[1, 2, 3]])
  questions[0]?.answer()
  expect(await Promise.all(answers)).toEqual([10, 20, 30])
})

test('who comes while a question is under way is answered by the next one, never by that', async () => {
  const { questions, ask, asked } = slow()
  const gather = openGather(ask)
  const first = gather(1)
  await turn()
  const late = [gather(1), gather(2)]
  await turn()
  expect(asked()).toEqual([[1]])
  questions[0]?.answer()
  expect(await first).toBe(10)
  await turn()
  expect(asked()).toEqual([[1], [1, 2]])
  questions[1]?.answer()
  expect(await Promise.all(late)).toEqual([10, 20])
})

test('a question that fails fails for those who shared it, and the next is put all the same', async () => {
  const { questions, ask } = slow()
  const gather = openGather(ask)
  const lost = [1, 2].map((each) => gather(each).catch(String))
  await turn()
  const next = gather(3)
  questions[0]?.fail()
  expect(await Promise.all(lost)).toEqual(['Error: away', 'Error: away'])
  await turn()
  questions[1]?.answer()
  expect(await next).toBe(30)
})

test('a question has at most so many, in the order in which they came', async () => {
  const { questions, ask, asked } = slow()
  const gather = openGather(ask, 2)
  const answers = [1, 2, 3, 4, 5].map(gather)
  for (let at = 0; at < 3; at += 1) {
    await turn()
    questions[at]?.answer()
  }
  expect(await Promise.all(answers)).toEqual([10, 20, 30, 40, 50])
  expect(asked()).toEqual([[1, 2], [3, 4], [5]])
})

test('an answer too few is a fault for all of them', async () => {
  const gather = openGather(async () => [1])
  expect(await Promise.all([gather(1), gather(2)].map((each) => each.catch(String)))).toEqual(
    Array(2).fill('Error: a question answers each who asked'),
  )
})

test('questions to two databases are two', async () => {
  const databases = [{ name: 'one' }, { name: 'other' }]
  const asked: string[] = []
  const gather = gatherOn(async ({ name }: { name: string }, all: readonly number[]) => {
    asked.push(`${name} ${all.join()}`)
    return all
  })
  await Promise.all([1, 2, 3, 4].map((each) => gather(databases[each % 2] ?? { name: '' }, each)))
  expect(asked).toEqual(['other 1,3', 'one 2,4'])
})
