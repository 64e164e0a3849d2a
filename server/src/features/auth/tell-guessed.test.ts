import { expect, test } from 'vitest'
import { begin } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { openBrowser } from '../../test/player-browser.ts'
import { countOfDay } from './tell-guessed.ts'

const { app, db, parts, addPlayer, runJobs, letters } = await testApp()
const ctx = { ...parts, begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work) }
const limit = { points: 2, seconds: 86_400 }
const guess = (playerId: bigint, name = 'auth.secondDay') =>
  countOfDay(ctx, name, limit, { key: String(playerId), playerId, what: 'second' }).then(
    () => 'taken',
    (error: { type?: string }) => error.type,
  )

test('when a day has had enough wrong codes the owner hears so, once', async () => {
  const login = 'guessed@example.com'
  const playerId = await addPlayer({ login, emailConfirmed: true })
  const said = await Promise.all(Array.from({ length: 6 }, () => guess(playerId)))
  expect(said.filter((word) => word === 'taken')).toHaveLength(2)
  expect(said.filter((word) => word === 'TooManyRequests')).toHaveLength(4)
  await runJobs()
  const told = await letters(login)
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toContain('Change your password now')
})

test('a name without a player costs the same and tells nobody', async () => {
  for (let n = 0; n < 4; n += 1) await guess(0n, 'auth.restoreDay')
  await runJobs()
  expect(
    await db.sql.selectFrom('sandbox_letter').selectAll().where('recipient', 'not like', 'guessed%').execute(),
  ).toEqual([])
})

test('a new password lets the owner in at once: whoever guessed has the old one', async () => {
  const login = 'shutout@example.com'
  const playerId = await addPlayer({ login, password: 'Marmot-Hill-7', emailConfirmed: true })
  for (let n = 0; n < 4; n += 1) await guess(playerId)
  const browser = openBrowser(app, { address: '10.30.0.1' })
  await browser.post('auth.restore', { login })
  await runJobs()
  const text = (await letters(login)).map((letter) => letter.text).join('\n')
  const token = /restore=([\w-]{43})/.exec(text)?.[1] ?? ''
  expect((await browser.post('auth.restore', { token, password: 'Heron-Lake-9' })).said).toBe('ok')
  expect(await guess(playerId)).toBe('taken')
})
