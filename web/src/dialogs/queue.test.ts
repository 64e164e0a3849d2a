import { beforeEach, expect, test, vi } from 'vitest'
import { createQueue, type Look } from './queue.ts'

let queue = createQueue()
beforeEach(() => {
  queue = createQueue()
})

const popup: Look = { kind: 'popup', name: null, content: 'Hello' }
const curtain: Look = { kind: 'curtain', content: 'Menu' }
const question: Look = { kind: 'confirm', title: 'Sure?' }
const onScreen = () => queue.shown().map(({ id, open }) => (open ? id : `${id} leaves`))

test('a second popup waits until the first has left the screen', () => {
  const first = queue.open(popup)
  const second = queue.open(popup)
  expect(onScreen()).toEqual([first])
  queue.close(first)
  expect(onScreen()).toEqual([`${first} leaves`])
  queue.remove(first)
  expect(onScreen()).toEqual([second])
})

test('waiting dialogs open in the order they came', () => {
  const [first, second, third] = [queue.open(popup), queue.open(curtain), queue.open(popup)]
  for (const id of [first, second]) {
    queue.close(id)
    queue.remove(id)
  }
  expect(onScreen()).toEqual([third])
})

test('a confirm opens above a popup, and a second confirm waits for the first', () => {
  const below = queue.open(popup)
  const above = queue.open(question)
  const later = queue.open(question)
  expect(onScreen()).toEqual([below, above])
  queue.close(above)
  queue.remove(above)
  expect(onScreen()).toEqual([below, later])
})

test('a popup asked for during a confirm waits for it', () => {
  const asked = queue.open(question)
  queue.open(popup)
  expect(onScreen()).toEqual([asked])
})

test('what cannot wait stands above a popup and above a question, which stay', () => {
  const [below, asked] = [queue.open(popup), queue.open(question)]
  const urgent = queue.open({ ...popup, isUrgent: true })
  queue.open(popup)
  expect(onScreen()).toEqual([below, asked, urgent])
  queue.close(urgent)
  queue.remove(urgent)
  expect(onScreen()).toEqual([below, asked])
})

test('agreeing answers true; leaving in any other way answers false', () => {
  const [agreed, left] = [vi.fn(), vi.fn()]
  const yes = queue.open(question, agreed)
  queue.close(yes, true)
  queue.remove(yes)
  queue.close(queue.open(question, left))
  expect(agreed.mock.calls).toEqual([[true]])
  expect(left.mock.calls).toEqual([[false]])
})

test('a dialog is told only once that it closed', () => {
  const closed = vi.fn()
  const id = queue.open(popup, closed)
  queue.close(id)
  queue.close(id)
  queue.remove(id)
  expect(closed).toHaveBeenCalledTimes(1)
})

test('a popup that leaves takes the question above it along, unanswered', () => {
  const answer = vi.fn()
  const below = queue.open(popup)
  const above = queue.open(question, answer)
  queue.close(below, true)
  expect(onScreen()).toEqual([`${below} leaves`, `${above} leaves`])
  expect(answer.mock.calls).toEqual([[false]])
})

test('a replacing popup comes before everything that waits', () => {
  const first = queue.open(popup)
  queue.open(popup)
  const urgent = queue.open(popup, undefined, 'replace')
  expect(onScreen()).toEqual([`${first} leaves`])
  queue.remove(first)
  expect(onScreen()).toEqual([urgent])
})

test.each([undefined, 'asked'] as const)('closing all (%s) closes what is open and forgets what waits', (which) => {
  const closed = vi.fn()
  const first = queue.open(popup, closed)
  queue.open(popup, closed)
  queue.open(curtain, closed)
  queue.closeAll(which)
  expect(closed).toHaveBeenCalledTimes(3)
  queue.remove(first)
  expect(onScreen()).toEqual([])
})

test('news outlive a change of page, on the screen and in the line, but not the end of the session', () => {
  const asked = queue.open(popup)
  const first = queue.open({ ...popup, isNews: true })
  queue.closeAll('asked')
  queue.remove(asked)
  expect(onScreen()).toEqual([first])
  queue.closeAll('asked')
  expect(onScreen()).toEqual([first])
  queue.closeAll('news')
  expect(onScreen()).toEqual([`${first} leaves`])
})

test('the end of the session leaves open what the page asks', () => {
  const asked = queue.open(popup)
  queue.closeAll('news')
  expect(onScreen()).toEqual([asked])
})

test('a dialog that is still open cannot be removed', () => {
  const id = queue.open(popup)
  queue.remove(id)
  expect(onScreen()).toEqual([id])
})

test('what opens another dialog while it closes gets it next', () => {
  const first = queue.open(popup, () => queue.open(curtain))
  queue.close(first)
  queue.remove(first)
  expect(queue.shown().map(({ look }) => look.kind)).toEqual(['curtain'])
})
