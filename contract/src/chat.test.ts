import { describe, expect, test } from 'vitest'
import { type ChatProvider, chatOf, chatProviders, chatScript, chatSources, isBadgeShown, safeScript } from './chat.ts'

const none = { id: '', license: '', src: '', widget_id: '', lang: '' }
const all = { ...none, id: 'i 1', license: '77', widget_id: 'w/1' }
const scriptOf = (provider: ChatProvider, settings = all) => chatScript({ provider, settings })?.href

test('each provider has its own script, except the one that does nothing', () => {
  const scripts = Object.fromEntries(chatProviders.map((provider) => [provider, scriptOf(provider)]))
  expect(scripts).toEqual({
    live_tex: 'https://cs15.livetex.ru/js/client.js',
    freshChat: 'https://wchat.freshchat.com/js/widget.js',
    liveChat: 'https://cdn.livechatinc.com/tracking.js',
    verbox: 'https://admin.verbox.ru/support/support.js?h=i%201',
    betunlim: undefined,
    jivoSite: 'https://code.jivosite.com/widget/w%2F1',
    comm100: undefined,
  })
  expect(scriptOf('betunlim', { ...all, src: 'https://chat.betunlim.example/a.js' })).toBe(
    'https://chat.betunlim.example/a.js',
  )
  expect(scriptOf('comm100', { ...all, src: 'https://chat.example/a.js' })).toBeUndefined()
})

test('without the setting that it needs there is no chat', () => {
  expect(chatProviders.filter((provider) => chatScript({ provider, settings: none }) !== null)).toEqual([])
})

test.each([
  ['https://chat.example/a.js', true],
  ['http://127.0.0.1:4000/a.js', true],
  ['http://localhost:4000/a.js', true],
  ['http://chat.example/a.js', false],
  ['javascript:alert(1)', false],
  ['data:text/javascript,1', false],
  ['//chat.example/a.js', false],
  ['https://user:word@chat.example/a.js', false],
  ["https://chat.example;script-src'unsafe-inline'/a.js", false],
  ['', false],
])('%s may be read: %s', (address, may) => {
  expect(safeScript(address) !== null).toBe(may)
})

describe('the chat of a house', () => {
  const support = { chat: null, config: {} }
  test('is what content chose, with its settings alone', () => {
    const config = { jivoSite: { ...none, widget_id: 'w1' }, liveChat: { ...none, license: '1' } }
    expect(chatOf({ chat: 'jivoSite', config }, null)).toEqual({ provider: 'jivoSite', settings: config.jivoSite })
  })

  test('is the stand-in where content chose none', () => {
    expect(chatOf(support, null)).toBeNull()
    expect(chatOf(support, 'http://127.0.0.1:9/js/widget.js')).toMatchObject({
      provider: 'freshChat',
      settings: { src: 'http://127.0.0.1:9/js/widget.js' },
    })
    expect(chatOf({ chat: 'comm100', config: {} }, 'http://127.0.0.1:9/js/widget.js')).toBeNull()
  })

  test('opens the policy for itself and for no other', () => {
    const settings = { ...none, id: '1', src: 'https://eu.chat.example/a.js' }
    expect(chatSources({ provider: 'freshChat', settings })).toEqual([
      'https://eu.chat.example',
      'wss://eu.chat.example',
      'https://*.freshchat.com',
      'wss://*.freshchat.com',
      'https://*.freshworksapi.com',
    ])
    expect(chatSources({ provider: 'comm100', settings })).toEqual([])
  })
})

test.each([
  ['/', true],
  ['/support', true],
  ['/offers/1', true],
  ['/betting', false],
  ['/betting/live', false],
  ['/game/twin-dice', false],
  ['/cashier/deposit', false],
  ['/Profile', false],
  ['/forms/sign_in', false],
])('the badge on %s is shown: %s', (path, isShown) => {
  expect(isBadgeShown(path)).toBe(isShown)
})
