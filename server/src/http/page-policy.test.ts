import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { insertCustomCode, takeScriptMarks } from './page-policy.ts'

const page = '<html><head><title>x</title></head><body><p>words</p></body></html>'
const quiet = pino({ level: 'silent' })
const snippet = (position: 'head' | 'bodyStart' | 'bodyEnd', code: string) => ({ isEnabled: true, position, code })

const hash = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`

test('every inline script that was marked is named, and the marks are gone', () => {
  const html = `<link href="/a.css" nonce="m"/><script src="/a.js" nonce="m"></script><script nonce="m">one()</script><script nonce="m" type="module" async="">two()</script><script type="application/ld+json">{}</script><script nonce="m">one()</script>`
  expect(takeScriptMarks(html, 'm')).toEqual({
    html: html.replaceAll(' nonce="m"', ''),
    hashes: [hash('one()'), hash('two()')],
  })
})

test.each([
  '<script>evil()</script>',
  '<script nonce="">evil()</script>',
  '<script nonce="guess">evil()</script>',
  '<SCRIPT nonce="m2">evil()</SCRIPT>',
  '<script data-x="evil()" ',
  '<script>evil()//',
])('a script that came in through a hole is not named: %s', (hole) => {
  const { hashes } = takeScriptMarks(`<p>${hole}</p><script nonce="m">ours()</script>`, 'm')
  expect(hashes.filter((name) => name !== hash('ours()'))).toEqual([])
})

test('snippets stand where they were meant to, with the nonce on every script', () => {
  const made = insertCustomCode(
    page,
    [
      snippet('head', '<script>h()</script>'),
      snippet('bodyStart', '<noscript>s</noscript>'),
      snippet('bodyEnd', '<SCRIPT src="https://a.example/x.js"></SCRIPT>'),
    ],
    'abc',
    quiet,
  )
  expect(made).toBe(
    '<html><head><title>x</title><script nonce="abc">h()</script></head><body><noscript>s</noscript><p>words</p><script nonce="abc" src="https://a.example/x.js"></SCRIPT></body></html>',
  )
})

test('a snippet that is off, or broken, is left out, and the log says at which position', () => {
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(line) })
  const made = insertCustomCode(
    page,
    [{ ...snippet('head', '<b>x</b>'), isEnabled: false }, snippet('bodyEnd', '<script>never closed')],
    'abc',
    log,
  )
  expect(made).toBe(page)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('"position":"bodyEnd"')
})
