import { setImmediate as turn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openCoalescer } from './coalesce.ts'

/** A database that answers when it is told to. */
function slow() {
  const questions: { items: number[]; answer: () => void; fail: () => void }[] = []
  const ask = (items: number[]) =>
    new Promise<void>((resolve, reject) =>
      questions.push({ items, answer: resolve, fail: () => reject(new Error('away')) }),
    )
  return { questions, ask }
}

test('the first is asked for at once, what comes meanwhile together, each once', async () => {
  const { questions, ask } = slow()
  const asking = openCoalescer({ ask, pauseMs: 0, retryMs: 0 })
  asking.want([1])
  for (let count = 0; count < 1_000; count += 1) asking.want([2, 3])
  expect(questions.map(({ items }) => items)).toEqual([[1]])
  questions[0]?.answer()
  await vi.waitFor(() => expect(questions.map(({ items }) => items)).toEqual([[1], [2, 3]]))
  questions[1]?.answer()
  asking.close()
})

test('what failed is asked for again, with what came meanwhile', async () => {
  const { questions, ask } = slow()
  const asking = openCoalescer({ ask, pauseMs: 0, retryMs: 0 })
  asking.want([1])
  asking.want([2])
  questions[0]?.fail()
  await vi.waitFor(() => expect(questions[1]?.items.toSorted()).toEqual([1, 2]))
  asking.close()
})

test('a closed one asks nothing more', async () => {
  const { questions, ask } = slow()
  const asking = openCoalescer({ ask, pauseMs: 0, retryMs: 0 })
  asking.want([1])
  asking.want([2])
  asking.close()
  questions[0]?.answer()
  await turn()
  await turn()
  expect(questions).toHaveLength(1)
})
