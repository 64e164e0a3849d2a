import { beforeEach, expect, test, vi } from 'vitest'
import { dismissToast, toast, toasts } from './toast-store.ts'

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
