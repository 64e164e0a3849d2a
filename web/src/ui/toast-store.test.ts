import { beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, noteOpened, toast, toasts } from './toast-store.ts'

beforeEach(() => {
  for (const { id } of toasts.now()) dismissToast(id)
})

const titles = () => toasts.now().map(({ title }) => title)

test('a toast stays five seconds unless it says otherwise', () => {
  toast({ title: 'Saved' })
  toast({ title: 'New version ready', timeoutMs: 0 })
  expect(toasts.now().map(({ timeoutMs }) => timeoutMs)).toEqual([5000, 0])
})

test('at most three toasts are shown; the oldest gives way', () => {
  for (const title of ['one', 'two', 'three', 'four']) toast({ title })
  expect(titles()).toEqual(['two', 'three', 'four'])
})

test('a toast with a known id takes the place of the old one', () => {
  toast({ id: 'version', title: 'New version ready' })
  toast({ id: 'version', title: 'Newer version ready' })
  expect(titles()).toEqual(['Newer version ready'])
})

test('a dismissed toast is gone, and the page hears of it once', () => {
  const id = toast({ title: 'Saved' })
  const heard = vi.fn()
  const leave = toasts.subscribe(heard)
  dismissToast(id)
  dismissToast(id)
  leave()
  expect(titles()).toEqual([])
  expect(heard).toHaveBeenCalledTimes(1)
})

test('what waits for a toast is called once, when its card stands on the page', () => {
  const opened = vi.fn()
  toast({ title: 'Paid', onOpened: opened })
  expect(opened).not.toHaveBeenCalled()
  for (const card of toasts.now()) noteOpened(card)
  for (const card of toasts.now()) noteOpened(card)
  expect(opened).toHaveBeenCalledTimes(1)
})

test('a toast that gave way before it was drawn was never opened', () => {
  const opened = vi.fn()
  toast({ title: 'first', onOpened: opened })
  const [first] = toasts.now()
  for (const title of ['two', 'three', 'four']) toast({ title })
  if (first) noteOpened(first)
  expect(opened).not.toHaveBeenCalled()
})
