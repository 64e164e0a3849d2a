import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { countTry, findToken, forgetCode, issueCode, useCode, useToken, waitSeconds } from './codes.ts'

const db = await testDatabase()
const keys = { current: 'a-pepper-of-the-tests-0123456789abcdef', previous: undefined }
const place = { purpose: 'contact', subject: '7:email:anna@example.com' }
const other = { purpose: 'contact', subject: '8:email:boris@example.com' }

beforeEach(() => db.sql.deleteFrom('codes_code').execute())

const issue = (wish: Partial<Parameters<typeof issueCode>[2]> = {}) =>
  issueCode(db.sql, keys, { ...place, lifeSeconds: 900, ...wish })

async function sent(wish: Parameters<typeof issue>[0] = {}) {
  const issued = await issue(wish)
  if (issued.kind !== 'sent') throw new Error('no code was sent')
  return issued
}

const enter = (code: string, at = place) => useCode(db.sql, keys, { ...at, code })
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

/** As if so many seconds had gone by on the database's clock. */
const pass = (seconds: number) =>
  db.sql
    .updateTable('codes_code')
    .set((is) => ({
      sent_at: sql<Date>`${is.ref('sent_at')} - make_interval(secs => ${seconds})`,
      expires_at: sql<Date>`${is.ref('expires_at')} - make_interval(secs => ${seconds})`,
      window_ends_at: sql<Date>`${is.ref('window_ends_at')} - make_interval(secs => ${seconds})`,
    }))
    .execute()

const row = () => db.sql.selectFrom('codes_code').selectAll().executeTakeFirstOrThrow()

describe('a code', () => {
  test('has six digits, a link with 256 bits, and leaves only hashes in the table', async () => {
    const { code, token, resendSeconds } = await sent()
    expect(code).toMatch(/^\d{6}$/)
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(resendSeconds).toBe(60)
    const stored = JSON.stringify(await row())
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(token)
    expect(Buffer.from((await row()).code_hash).toString('latin1')).not.toContain(code)
  })

  test('works once, in time, for the one it was sent to', async () => {
    const { code } = await sent()
    await sent(other)
    expect(await enter(code, other)).toBe('wrong')
    expect(await enter(code, { ...place, purpose: 'restore' })).toBe('expired')
    expect(await enter(code)).toBe('ok')
    expect(await enter(code)).toBe('expired')
  })

  test('made before the pepper was changed still works', async () => {
    const { code } = await sent()
    const rotated = { current: 'another-pepper-of-the-tests-0123456789', previous: keys.current }
    expect(await useCode(db.sql, { ...rotated, previous: undefined }, { ...place, code })).toBe('wrong')
    expect(await useCode(db.sql, rotated, { ...place, code })).toBe('ok')
  })

  test('is over when the database says so', async () => {
    const { code, token } = await sent()
    await pass(899)
    expect(await findToken(db.sql, keys, { purpose: 'contact', token })).toEqual({ subject: place.subject })
    await pass(1)
    expect(await enter(code)).toBe('expired')
    expect(await useToken(db.sql, keys, { purpose: 'contact', token })).toBeNull()
  })

  test('of somebody who was never sent one is not there', async () => {
    expect(await enter('123456')).toBe('expired')
  })

  test('has one winner among 32 who know it', async () => {
    const { code } = await sent()
    const answers = await Promise.all(Array.from({ length: 32 }, () => enter(code)))
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(0)
  })

  test('has one winner among 32 who have its link, and the code is used up with it', async () => {
    const { code, token } = await sent()
    const use = () => useToken(db.sql, keys, { purpose: 'contact', token })
    const answers = await Promise.all(Array.from({ length: 32 }, use))
    expect(answers.filter((answer) => answer !== null)).toEqual([{ subject: place.subject }])
    expect(await enter(code)).toBe('expired')
  })

  test('has a link that leads nowhere else', async () => {
    const { token } = await sent()
    expect(await useToken(db.sql, keys, { purpose: 'restore', token })).toBeNull()
    expect(await useToken(db.sql, keys, { purpose: 'contact', token: `${token.slice(0, -1)}!` })).toBeNull()
    expect(await useToken(db.sql, keys, { purpose: 'contact', token: '' })).toBeNull()
    expect(await useToken(db.sql, keys, { purpose: 'contact', token })).toEqual({ subject: place.subject })
  })
})

describe('guessing', () => {
  test('64 guesses at once are five guesses', async () => {
    const { code } = await sent()
    const answers = await Promise.all(Array.from({ length: 64 }, () => enter(wrong(code))))
    expect(answers.filter((answer) => answer === 'wrong')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'spent')).toHaveLength(59)
    expect((await row()).tries).toBe(5)
    expect(await enter(code)).toBe('spent')
  })

  test('the fifth try may still be the right one', async () => {
    const { code } = await sent()
    for (let at = 0; at < 4; at++) expect(await enter(wrong(code))).toBe('wrong')
    expect(await enter(code)).toBe('ok')
  })

  test('a new code refills no tries while the window lasts', async () => {
    const first = await sent()
    for (let at = 0; at < 3; at++) await enter(wrong(first.code))
    await pass(61)
    const second = await sent()
    expect(await enter(first.code === second.code ? wrong(second.code) : first.code)).toBe('wrong')
    expect(await enter(wrong(second.code))).toBe('wrong')
    expect(await enter(second.code)).toBe('spent')
    await pass(61)
    const third = await issue()
    expect(third).toEqual({ kind: 'wait', resendSeconds: expect.any(Number) })
    expect(third.resendSeconds).toBeGreaterThan(700)
    expect(await waitSeconds(db.sql, place)).toBe(third.resendSeconds)
    await pass(900)
    const fresh = await sent()
    expect(await enter(fresh.code)).toBe('ok')
  })

  test('every way to ask for codes over an hour allows 20 guesses', async () => {
    let guesses = 0
    for (let minute = 0; minute < 60; minute++) {
      await issue({ maxSends: 100 })
      for (let at = 0; at < 3; at++) if ((await enter('none')) === 'wrong') guesses += 1
      await pass(60)
    }
    expect(guesses).toBe(20)
  })
})

describe('sending again', () => {
  test('waits a minute, and says how long', async () => {
    await sent()
    expect(await issue()).toEqual({ kind: 'wait', resendSeconds: 60 })
    await pass(40)
    expect(await issue()).toEqual({ kind: 'wait', resendSeconds: 20 })
    await pass(20)
    expect(await issue()).toMatchObject({ kind: 'sent' })
  })

  test('makes the code before useless', async () => {
    const first = await sent()
    await pass(60)
    const second = await sent()
    expect(await useToken(db.sql, keys, { purpose: 'contact', token: first.token })).toBeNull()
    expect(await enter(second.code)).toBe('ok')
  })

  test('ends for this window when the sends are used up', async () => {
    await sent({ maxSends: 2 })
    await pass(60)
    await sent({ maxSends: 2 })
    await pass(60)
    expect(await issue({ maxSends: 2 })).toEqual({ kind: 'wait', resendSeconds: 780 })
  })

  test('happens once when 32 ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => issue()))
    expect(answers.filter(({ kind }) => kind === 'sent')).toHaveLength(1)
    expect((await row()).sends).toBe(1)
  })

  test('is free again once a code was used', async () => {
    const { code } = await sent()
    await enter(code)
    expect(await issue()).toMatchObject({ kind: 'sent' })
  })

  test('of a refused transaction never happened', async () => {
    const failing = db.sql.transaction().execute(async (tx) => {
      await issueCode(tx, keys, { ...place, lifeSeconds: 900 })
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    expect(await issue()).toMatchObject({ kind: 'sent' })
  })
})

describe('codes that are kept elsewhere', () => {
  const app = { purpose: 'totp', subject: '7', windowSeconds: 900 }

  test('64 tries at once are five tries', async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => countTry(db.sql, app)))
    expect(answers.filter(Boolean)).toHaveLength(5)
    expect(await countTry(db.sql, { ...app, subject: '8' })).toBe(true)
  })

  test('are counted anew when the window is over, or after success', async () => {
    for (let at = 0; at < 5; at++) await countTry(db.sql, app)
    expect(await countTry(db.sql, app)).toBe(false)
    await pass(900)
    expect(await countTry(db.sql, app)).toBe(true)
    for (let at = 0; at < 5; at++) await countTry(db.sql, app)
    await forgetCode(db.sql, app)
    expect(await countTry(db.sql, app)).toBe(true)
  })

  test('share their count with a code that is sent for the same purpose', async () => {
    const at = { purpose: 'totp', subject: '7' }
    for (let tries = 0; tries < 4; tries++) await countTry(db.sql, app)
    const { code } = await sent(at)
    expect(await enter(wrong(code), at)).toBe('wrong')
    expect(await enter(code, at)).toBe('spent')
  })

  test('open nothing by themselves', async () => {
    await countTry(db.sql, app)
    expect(await enter('', { purpose: 'totp', subject: '7' })).toBe('expired')
  })
})
