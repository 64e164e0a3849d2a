import { eventNames } from '@croupier/contract/methods/events'
import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'

const { db, as, addPlayer, signIn } = await testApp()

let aliceId = 0n
let alice = ''
beforeAll(async () => {
  aliceId = await addPlayer({ login: 'alice@example.com' })
  alice = await signIn(aliceId)
})

const stored = () => db.sql.selectFrom('tracking_event').selectAll().orderBy('id', 'desc').execute()

// A tour is known when a quest names it.
const reported = eventNames.filter((name) => name !== 'tour_done')

test.each(reported)('the browser may report %s', async (event_name) => {
  const event_params = event_name === 'article_read' ? '{"slug":"help"}' : '{}'
  expect((await as(null).get('events.handle', { event_name, event_params })).json).toEqual({ result: 1, data: null })
})

test('a report is kept with the player and the request it came with', async () => {
  const answer = await as(alice).get('events.handle', { event_name: 'popup_opened', event_params: '{"popup":"reg"}' })
  const [last] = await stored()
  expect(last).toMatchObject({
    name: 'popup_opened',
    params: { popup: 'reg' },
    player_id: aliceId,
    request_id: answer.headers['x-request-id'],
  })
})

test.each([
  ['cashback', 200],
  ['a stranger’s word', 422],
])('a report of the dialog %j is answered with %i', async (dialog, status) => {
  const before = (await stored()).length
  const event_params = JSON.stringify({ dialog })
  const answer = await as(alice).get('events.handle', { event_name: 'popup_opened', event_params })
  expect([answer.status, (await stored()).length - before]).toEqual([status, status === 200 ? 1 : 0])
  if (status !== 200) expect(answer.json.error).toMatchObject({ error_data: { reason: 'UNKNOWN_VALUE' } })
})

test('a guest reports without a name', async () => {
  await as(null).get('events.handle', { event_name: 'page_view' })
  expect((await stored())[0]?.player_id).toBeNull()
})

test('a path is kept without what names a thing of a player, whatever the browser told', async () => {
  const event_params = JSON.stringify({ path: '/cashier/paysuccess/18?token=secret' })
  await as(alice).get('events.handle', { event_name: 'page_view', event_params })
  expect((await stored())[0]?.params).toEqual({ path: '/cashier/paysuccess/:id' })
})

test.each([
  [2048, 200],
  [2049, 422],
])('a report of %i bytes is answered with %i', async (bytes, status) => {
  const before = (await stored()).length
  const padding = 'é'.repeat(20)
  const event_params = JSON.stringify({ a: padding, b: 'x'.repeat(bytes - 55) })
  expect(Buffer.byteLength(event_params)).toBe(bytes)
  const answer = await as(alice).get('events.handle', { event_name: 'client_error', event_params })
  expect(answer.status).toBe(status)
  if (status === 200) return
  expect(answer.json.error).toMatchObject({
    type: 'InvalidParameterException',
    error_data: { reason: 'EVENT_TOO_LARGE' },
  })
  expect(await stored()).toHaveLength(before)
})
