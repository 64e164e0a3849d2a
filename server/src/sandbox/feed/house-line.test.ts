import { beforeEach, expect, test, vi } from 'vitest'
import { type HouseAnswer, openHouseLine } from './house-line.ts'

type Sent = { epoch: number; first: number; messages: unknown[] }

let sent: Sent[] = []
let answers: HouseAnswer[] = []
let complaints: string[] = []
let epochs = 0

const yes = (next: number, wantsSnapshot = false): HouseAnswer => ({
  ...{ kind: 'yes', next, wantsSnapshot, isWatched: true },
})
const no = (reason: string, expected: number | null = null): HouseAnswer => ({
  ...{ kind: 'no', reason, expected, isOtherHeard: false, text: '' },
})
const otherIsHeard: HouseAnswer = { kind: 'no', reason: 'EPOCH', expected: null, isOtherHeard: true, text: '' }

const open = () =>
  openHouseLine({
    async post(body) {
      const request: Sent = JSON.parse(body)
      sent.push(request)
      return answers.shift() ?? yes(request.first + request.messages.length)
    },
    nextEpoch: () => {
      epochs += 1
      return epochs
    },
    complain: (text) => complaints.push(text),
  })

beforeEach(() => {
  sent = []
  answers = []
  complaints = []
  epochs = 0
})

test('messages are numbered and sent in order, as many as fit', async () => {
  const line = open()
  expect(line.wantsSnapshot()).toBe(true)
  line.addSnapshot(['1', '2'])
  await line.send()
  line.add([JSON.stringify('x'.repeat(200_000)), JSON.stringify('y'.repeat(200_000)), '5'])
  await line.send()
  expect(sent.map(({ epoch, first, messages }) => [epoch, first, messages.length])).toEqual([
    [1, 1, 2],
    [1, 3, 1],
    [1, 4, 2],
  ])
  expect(line.backlog()).toBe(0)
})

test('without an answer the same is sent again, and after a gap what is missing', async () => {
  const line = open()
  line.addSnapshot(['1', '2', '3'])
  answers = [{ kind: 'unknown', text: '' }]
  await line.send()
  expect([line.backlog(), line.failingMs() >= 0]).toEqual([3, true])
  await new Promise((done) => setTimeout(done, 320))
  answers = [yes(4)]
  await line.send()
  line.add(['4'])
  answers = [no('SEQUENCE_GAP', 2)]
  await line.send()
  expect(sent.map(({ first, messages }) => [first, messages])).toEqual([
    [1, [1, 2, 3]],
    [1, [1, 2, 3]],
    [4, [4]],
    [2, [2, 3, 4]],
  ])
  expect(line.wantsSnapshot()).toBe(false)
})

test('what is kept no more, and another epoch, begin a new one with a snapshot', async () => {
  const line = open()
  line.addSnapshot(['1'])
  await line.send()
  line.add(['2'])
  answers = [no('SEQUENCE_GAP', 99)]
  await line.send()
  expect([line.wantsSnapshot(), line.backlog()]).toEqual([true, 0])
  line.addSnapshot(['7'])
  answers = [no('EPOCH')]
  await line.send()
  line.addSnapshot(['8'])
  await line.send()
  expect(sent.at(-1)).toEqual({ epoch: 3, first: 1, messages: [8] })
})

test('a house that knows too little is told all, and what was never sent is forgotten', async () => {
  const line = open()
  line.addSnapshot(['1'])
  answers = [yes(2, true)]
  await line.send()
  expect(line.wantsSnapshot()).toBe(true)
  line.add(['2', '3'])
  line.addSnapshot(['4'])
  await line.send()
  expect(sent.at(-1)).toEqual({ epoch: 1, first: 2, messages: [4] })
  answers = [no('MESSAGE')]
  line.add(['5'])
  await line.send()
  expect(complaints).toHaveLength(1)
  expect(line.wantsSnapshot()).toBe(true)
})

test('a snapshot on its way is told to its end before another one is wanted', async () => {
  const line = open()
  const large = Array.from({ length: 3 }, (_, at) => JSON.stringify(String(at).repeat(200_000)))
  line.addSnapshot(large)
  answers = [yes(2), { kind: 'unknown', text: 'too slow' }]
  await line.send()
  line.wantSnapshot()
  expect([line.wantsSnapshot(), line.backlog()]).toEqual([false, 2])
  await vi.waitFor(async () => {
    await line.send()
    expect(line.backlog()).toBe(0)
  })
  line.wantSnapshot()
  expect(line.wantsSnapshot()).toBe(true)
})

test('where another simulator is heard this one stands by, and goes on when that one falls silent', async () => {
  vi.useFakeTimers()
  try {
    const line = open()
    line.addSnapshot(['1', '2'])
    answers = [otherIsHeard, otherIsHeard, no('EPOCH')]
    await line.send()
    expect([line.isBeside(), line.backlog(), epochs]).toEqual([true, 0, 1])
    // Asked again only after a while, and under the epoch that is over: a new one would take the house from the other.
    await line.send()
    expect(sent).toHaveLength(1)
    vi.advanceTimersByTime(5_000)
    await line.send()
    expect(sent.at(-1)).toEqual({ epoch: 1, first: 1, messages: [{ kind: 'alive' }] })
    expect([line.isBeside(), epochs]).toEqual([true, 1])
    vi.advanceTimersByTime(5_000)
    await line.send()
    expect([line.isBeside(), line.wantsSnapshot(), epochs]).toEqual([false, true, 2])
    line.addSnapshot(['3'])
    await line.send()
    expect(sent.at(-1)).toEqual({ epoch: 2, first: 1, messages: [3] })
  } finally {
    vi.useRealTimers()
  }
})
