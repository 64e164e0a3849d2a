import type { Chat } from '@croupier/contract/chat'
import { expect, test } from 'vitest'
import { readChatEvent } from './chat-adapters.ts'
import { pauseMs, runChat } from './run-chat.ts'

const settings = { id: '1', license: '', src: 'https://chat.example/a.js', widget_id: '', lang: '' }
const chat: Chat = { provider: 'betunlim', settings }
const guest = { uid: null, locale: 'en' }
const alice = { uid: 7, locale: 'en' }

/** A provider that is ready after so many looks, and what was done to it. */
function provider({ looks = 0, hasToBeReadAnew = false, fails = false, keeps = false, last = '' } = {}) {
  const done: string[] = []
  const waits: number[] = []
  const logged: unknown[] = []
  let left = looks
  const running = runChat(chat, {
    adapter: {
      prepare: () => done.push('prepare'),
      isReady: () => {
        left -= 1
        return left < 0
      },
      start: ({ visitor }) => done.push(`start ${visitor.uid}`),
      show: () => done.push('show'),
      hide: () => done.push('hide'),
      open: () => done.push('open'),
      stop: () => {
        done.push('stop')
        if (keeps) throw new Error('it does not let go')
        return hasToBeReadAnew
      },
    },
    readScript: async (address) => {
      done.push(`read ${address}`)
      if (fails) throw new Error('blocked')
    },
    wait: async (ms) => void waits.push(ms),
    log: (problem) => logged.push(problem),
    onEvent: () => undefined,
    lastUid: {
      read: () => last || null,
      write: (uid) => {
        last = uid === null ? '' : String(uid)
      },
    },
  })
  return { running, done, waits, logged }
}

test('it is begun once, whatever the pages do', async () => {
  const { running, done } = provider()
  await running.visit(guest)
  await running.visit(guest)
  await running.visit({ ...guest })
  expect(done).toEqual(['prepare', 'read https://chat.example/a.js', 'start null', 'show'])
})

test('readiness is asked for every 100 to 500 ms', async () => {
  const { running, waits } = provider({ looks: 7 })
  await running.visit(guest)
  expect(waits).toEqual([100, 200, 300, 400, 500, 500, 500])
  expect([pauseMs(0), pauseMs(50)]).toEqual([100, 500])
})

test('a sign-in and a sign-out begin it anew, without what the last one said', async () => {
  const { running, done } = provider()
  await running.visit(guest)
  done.length = 0
  await running.visit(alice)
  await running.visit(guest)
  expect(done).toEqual(['stop', 'start 7', 'show', 'stop', 'start null', 'show'])
})

test('a player who signed out on a page that is gone is let go of before the next visitor is shown anything', async () => {
  const { running, done } = provider({ last: '7' })
  await running.visit(guest)
  expect(done).toEqual(['prepare', 'read https://chat.example/a.js', 'start null', 'stop', 'start null', 'show'])
  const again = provider({ last: '7', hasToBeReadAnew: true })
  await again.running.visit({ ...alice, uid: 8 })
  expect(again.done.slice(3)).toEqual(['stop', 'prepare', 'read https://chat.example/a.js', 'start 8', 'show'])
  const same = provider({ last: '7' })
  await same.running.visit(alice)
  expect(same.done).not.toContain('stop')
})

test('one that does not let go of its visitor is shown to no other, on this page and on the next', async () => {
  const { running, done, logged } = provider({ keeps: true })
  await running.visit(alice)
  await running.visit(guest)
  running.setShown(false)
  running.setShown(true)
  running.open()
  expect(done.slice(2)).toEqual(['start 7', 'show', 'stop', 'hide'])
  expect(logged).toHaveLength(1)
  const again = provider({ keeps: true, last: '7' })
  await again.running.visit(guest)
  expect(again.done.slice(2)).toEqual(['start null', 'stop', 'hide'])
  expect(again.logged).toHaveLength(1)
})

test('where it has to be, the script is read anew too', async () => {
  const { running, done } = provider({ hasToBeReadAnew: true })
  await running.visit(guest)
  done.length = 0
  await running.visit(alice)
  expect(done).toEqual(['stop', 'prepare', 'read https://chat.example/a.js', 'start 7', 'show'])
})

test('who comes while it is being begun is not taken for the one before', async () => {
  const { running, done } = provider({ looks: 3 })
  await Promise.all([running.visit(guest), running.visit(alice)])
  expect(done.at(-2)).toBe('start 7')
})

test('the page shows and hides it, also before it is ready', async () => {
  const { running, done } = provider()
  running.setShown(false)
  await running.visit(guest)
  expect(done.at(-1)).toBe('hide')
  running.setShown(true)
  running.setShown(false)
  expect(done.slice(-2)).toEqual(['show', 'hide'])
})

test('it opens when it was asked to, once, and not where it is hidden', async () => {
  const { running, done } = provider()
  running.setShown(false)
  running.open()
  await running.visit(guest)
  expect(done).not.toContain('open')
  running.setShown(true)
  running.setShown(true)
  expect(done.filter((what) => what === 'open')).toHaveLength(1)
})

test('a script that does not come, or never becomes ready, is only logged', async () => {
  const blocked = provider({ fails: true })
  await blocked.running.visit(guest)
  blocked.running.open()
  await blocked.running.visit(alice)
  expect(blocked.done).toEqual(['prepare', 'read https://chat.example/a.js'])
  expect(blocked.logged).toHaveLength(1)
  const dead = provider({ looks: 1000 })
  await dead.running.visit(guest)
  expect(dead.logged).toHaveLength(1)
  expect(dead.done).not.toContain('show')
})

test.each([
  [
    {
      data: { message: { channelId: 5, conversationId: 'c1', messageFragments: [{ content: 'Hi' }, { content: 7 }] } },
    },
    { channel_id: '5', conversation_id: 'c1', text: 'Hi\n7' },
  ],
  [
    { channelId: 'a', text: 'Hello' },
    { channel_id: 'a', conversation_id: '', text: 'Hello' },
  ],
  [null, { channel_id: '', conversation_id: '', text: '' }],
  ['words', { channel_id: '', conversation_id: '', text: '' }],
  [{ data: { message: { text: 'x'.repeat(9000) } } }, { channel_id: '', conversation_id: '', text: 'x'.repeat(4000) }],
])('of what a widget tells, as much is kept as can be read', (told, event) => {
  expect(readChatEvent('sent', told)).toEqual({ event: 'sent', ...event })
})
