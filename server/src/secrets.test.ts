import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadSecrets } from './secrets.ts'
import { StartError } from './start-error.ts'

const development = { isProduction: false }
const production = { isProduction: true }
let parent: string
let dir: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'croupier-secrets-'))
  dir = join(parent, 'secrets')
})

afterEach(() => rmSync(parent, { recursive: true }))

test('the first start makes secrets that only the owner can read, the next start keeps them', () => {
  const first = loadSecrets(dir, production)
  expect(statSync(dir).mode & 0o777).toBe(0o700)
  expect(readdirSync(dir).sort()).toEqual([
    'chance-key',
    'coins-token',
    'content-jwt',
    'content-webhook',
    'document-key',
    'game-sample-secret',
    'identity-secret',
    'identity-token',
    'identity-webhook',
    'link-key',
    'metrics-token',
    'payment-secret',
    'payment-webhook',
    'quote-key',
    'session-pepper',
    'sms-token',
    'telegram-bot-token',
  ])
  for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600)
  expect(new Set(Object.values(first).map(({ current }) => current)).size).toBe(17)
  expect(Buffer.from(first.sessionPepper.current, 'base64url').length).toBe(32)
  expect(loadSecrets(dir, production)).toEqual(first)
})

test('while a key is rotated, the previous one is still known', () => {
  const { contentJwt } = loadSecrets(dir, development)
  expect(contentJwt.previous).toBeUndefined()
  writeFileSync(join(dir, 'content-jwt.previous'), 'abcdefghijklmnopqrstuvwxyz0123456789\n')
  const rotated = loadSecrets(dir, development).contentJwt
  expect(rotated).toEqual({ current: contentJwt.current, previous: 'abcdefghijklmnopqrstuvwxyz0123456789' })
})

test.each(['', 'short', `${'a'.repeat(40)} b`, '\0'.repeat(40)])('a damaged secret (%j) is one clear line', (text) => {
  loadSecrets(dir, development)
  writeFileSync(join(dir, 'session-pepper'), text)
  expect(() => loadSecrets(dir, development)).toThrow(StartError)
  expect(() => loadSecrets(dir, development)).toThrow(/^The secret \S+session-pepper is damaged: [^\n]+$/)
})

test('production refuses a placeholder', () => {
  loadSecrets(dir, production)
  writeFileSync(join(dir, 'metrics-token'), 'x'.repeat(64))
  expect(() => loadSecrets(dir, development)).not.toThrow()
  expect(() => loadSecrets(dir, production)).toThrow(/metrics-token is too simple for production/)
})

test('a secrets folder that cannot be made is one clear line', () => {
  writeFileSync(join(parent, 'file'), '')
  expect(() => loadSecrets(join(parent, 'file', 'secrets'), development)).toThrow(/^SECRETS_DIR .* cannot be written /)
})

test('eight first starts at once agree on one value', async () => {
  const script = `
    const { loadSecrets } = await import(${JSON.stringify(join(import.meta.dirname, 'secrets.ts'))})
    console.log(JSON.stringify(loadSecrets(${JSON.stringify(dir)}, { isProduction: false })))`
  const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const said = await Promise.all(Array.from({ length: 8 }, start))
  expect(new Set(said.map(({ stdout }) => stdout)).size).toBe(1)
  expect(readdirSync(dir).length).toBe(17)
})
