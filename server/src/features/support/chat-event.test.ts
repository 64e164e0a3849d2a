import { beforeAll, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'

const { db, as, addPlayer, signIn } = await testApp()
const password = 'Croupier-1'
let alice = ''
beforeAll(async () => {
  alice = await signIn(await addPlayer({ login: 'alice@example.com', password }))
})

const said = { channel_id: '5', conversation_id: 'c1', text: 'Hello\r\nthere\u0007', event: 'sent' }
const rows = () => db.sql.selectFrom('support_chat_event').select(['channel_id', 'text', 'event']).execute()

test('what was said in a chat is kept for its player, who finds it in the export', async () => {
  expect((await as(alice).post('FreshChat.storeChatEvent', said)).json).toEqual({ result: 1, data: null })
  expect(await rows()).toEqual([{ channel_id: '5', text: 'Hello\nthere', event: 'sent' }])
  const { json } = await as(alice).post('account.exportData', { password })
  expect(json.data.support.chat).toMatchObject([{ conversation_id: 'c1', text: 'Hello\nthere', event: 'sent' }])
})

test.each([
  [{ ...said, event: 'read' }],
  [{ ...said, text: 'x'.repeat(4001) }],
  [{ ...said, channel_id: 'x'.repeat(201) }],
])('nothing else is kept: %#', async (event) => {
  const before = await rows()
  expect((await as(alice).post('FreshChat.storeChatEvent', event)).status).toBe(422)
  expect(await rows()).toEqual(before)
})

test('a guest has no name to keep it under', async () => {
  expect((await as(null).post('FreshChat.storeChatEvent', said)).status).toBe(401)
})
