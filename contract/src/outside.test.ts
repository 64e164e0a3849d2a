import { describe, expect, test } from 'vitest'
import { noConsent } from './consent.ts'
import { sections } from './content.ts'
import { analyticScripts, isSameOutside, type Outside, outsideOf, outsideSources } from './outside.ts'

const standIn = 'http://127.0.0.1:9/js/widget.js'
const support = sections.support.parse({})
const siteWith = (site: object) => ({ site: sections.site.parse(site), support })
const tag = { google_tag: 'G-ABCD1234' }

test('a house without any of it asks nothing and opens nothing', () => {
  expect(outsideOf({ config: siteWith({}), standIn, consent: noConsent })).toBeNull()
  expect(outsideOf({ config: siteWith({}), standIn, consent: { chat: false, tracking: true } })).toBeNull()
})

test('the chat is there for those who agreed to it', () => {
  const told = outsideOf({ config: siteWith({}), standIn, consent: { chat: true, tracking: null } })
  expect(told).toMatchObject({ chat: { provider: 'freshChat' }, isTracked: false, asksTracking: false })
  expect(outsideOf({ config: siteWith({}), standIn: null, consent: { chat: true, tracking: null } })).toBeNull()
})

test.each([
  [null, { asksTracking: true, isTracked: false }],
  [true, { asksTracking: false, isTracked: true }],
  [false, null],
])('counting, when the visitor said %s', (tracking, told) => {
  const config = siteWith({ analytic: tag })
  const found = outsideOf({ config, standIn, consent: { chat: false, tracking } })
  if (told) expect(found).toMatchObject(told)
  else expect(found).toBeNull()
})

test('the fraud check is asked for in the same way, and needs its switch', () => {
  const config = siteWith({ isSeonEnabled: true })
  const consent = { chat: false, tracking: true }
  expect(outsideOf({ config, standIn, consent })?.seon).toBe('https://cdn.seondf.com/js/v6/agent.umd.js')
  expect(outsideOf({ config, standIn, consent: noConsent })).toMatchObject({ seon: null, asksTracking: true })
  expect(outsideOf({ config: siteWith({}), standIn, consent })).toBeNull()
})

test('only what can be read is loaded', () => {
  expect(analyticScripts({ google_tag: 'x";alert(1)', scripts: ['javascript:1', 7, 'http://a.example/x.js'] })).toEqual(
    [],
  )
  expect(analyticScripts({ scripts: ['https://stat.example/x.js'] })).toEqual([
    { src: 'https://stat.example/x.js', google: null },
  ])
  expect(analyticScripts(tag)[0]?.src).toBe('https://www.googletagmanager.com/gtag/js?id=G-ABCD1234')
  expect(analyticScripts({ google_tag: 'GTM-ABCD12' })[0]?.src).toContain('/gtm.js?id=GTM-ABCD12')
})

test('the policy names what is on, and no more', () => {
  const config = siteWith({ analytic: { scripts: ['https://stat.example/x.js'] } })
  const on = outsideOf({ config, standIn, consent: { chat: true, tracking: true } })
  expect(on && outsideSources(on, config.site.analytic)).toEqual([
    'http://127.0.0.1:9',
    'ws://127.0.0.1:9',
    'https://stat.example',
  ])
  const off = outsideOf({ config, standIn, consent: noConsent })
  expect(off && outsideSources(off, config.site.analytic)).toEqual([])
})

describe('a document goes on only with what it was loaded with', () => {
  const bare: Outside = { chat: null, isTracked: false, asksTracking: false, seon: null }
  const chat = outsideOf({ config: siteWith({}), standIn, consent: { chat: true, tracking: null } })?.chat ?? null
  const tracked = { ...bare, isTracked: true }
  const checked = { ...tracked, seon: 'https://cdn.seondf.com/js/v6/agent.umd.js' }
  const chatting = { ...bare, chat }

  test.each([
    ['nothing and the question', null, { ...bare, asksTracking: true }],
    ['the question and its no', { ...chatting, asksTracking: true }, chatting],
    ['the same of both', { ...checked, chat }, { ...checked, chat: chat && { ...chat } }],
  ])('%s are the same', (_name, one, other) => {
    expect(isSameOutside(one, other)).toBe(true)
  })

  test.each([
    ['a chat', null, chatting],
    ['counting', null, tracked],
    ['counting beside a chat', chatting, { ...tracked, chat }],
    ['the check beside counting', tracked, checked],
    ['a chat beside counting', tracked, { ...tracked, chat }],
    ['another chat', chatting, { ...chatting, chat: chat && { ...chat, provider: 'jivoSite' as const } }],
  ])('%s, come or gone, is another', (_name, one, other) => {
    expect(isSameOutside(one, other)).toBe(false)
    expect(isSameOutside(other, one)).toBe(false)
  })
})
