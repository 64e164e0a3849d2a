import { expect, test } from 'vitest'
import { noConsent } from './consent.ts'
import { sections } from './content.ts'
import { analyticScripts, outsideOf, outsideSources } from './outside.ts'

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
