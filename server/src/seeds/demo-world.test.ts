import { expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { seedDemoWorld } from './demo-world.ts'

const db = await testDatabase()
const players = () =>
  db.sql.selectFrom('account_player').select(['login', 'currency', 'locale']).orderBy('login').execute()

test('the demo world has three players, however often and by however many it is seeded', async () => {
  await Promise.all([seedDemoWorld(db.sql), seedDemoWorld(db.sql)])
  await db.sql.updateTable('account_player').set({ locale: 'ru' }).where('login', '=', 'alice@example.com').execute()
  await seedDemoWorld(db.sql)
  expect(await players()).toEqual([
    { login: 'alice@example.com', currency: 'EUR', locale: 'ru' },
    { login: 'bruno@example.com', currency: 'BRL', locale: 'es' },
    { login: 'chika@example.com', currency: 'JPY', locale: 'en' },
  ])
})
