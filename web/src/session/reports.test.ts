import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCurtain, openPopup, queue } from '../dialogs/dialogs.ts'

const told: [string, string][] = []
vi.mock('../api.ts', () => ({
  call: async (_name: string, { event_name, event_params }: { event_name: string; event_params: { dialog: string } }) =>
    void told.push([event_name, event_params.dialog]),
}))

beforeEach(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('navigator', { onLine: true })
  await import('./reports.ts')
  told.length = 0
})
afterEach(() => vi.unstubAllGlobals())

test('every popup is reported by its name, when it comes to the screen and when it leaves', () => {
  const search = openPopup({ name: 'search', content: 'a' })
  const buy = openPopup({ name: 'buy', content: 'b' })
  const inactivity = openPopup({ name: 'inactivity', content: 'c', isUrgent: true })
  inactivity.close()
  search.close()
  for (const { id } of queue.shown()) queue.remove(id)
  buy.close()
  expect(told).toEqual([
    ['popup_opened', 'search'],
    ['popup_opened', 'inactivity'],
    ['popup_closed', 'inactivity'],
    ['popup_closed', 'search'],
    ['popup_opened', 'buy'],
    ['popup_closed', 'buy'],
  ])
})

test('those that report themselves, and curtains, are not', () => {
  for (const { id } of queue.shown()) queue.remove(id)
  openPopup({ name: null, content: 'a' }).close()
  for (const { id } of queue.shown()) queue.remove(id)
  openCurtain({ content: 'b' }).close()
  expect(told).toEqual([])
})
