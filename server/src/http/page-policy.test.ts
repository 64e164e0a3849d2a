import { createHash } from 'node:crypto'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { insertCustomCode, scriptHashes } from './page-policy.ts'

const page = '<html><head><title>x</title></head><body><p>words</p></body></html>'
const quiet = pino({ level: 'silent' })
const snippet = (position: 'head' | 'bodyStart' | 'bodyEnd', code: string) => ({ isEnabled: true, position, code })

test('every inline script of a page is named, and nothing else', () => {
  const html = `<script src="/a.js"></script><script>one()</script><script type="module" async="">two()</script><script type="application/ld+json">{}</script><script>one()</script>`
  const hash = (code: string) => `sha256-${createHash('sha256').update(code).digest('base64')}`
  expect(scriptHashes(html)).toEqual([hash('one()'), hash('two()')])
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
