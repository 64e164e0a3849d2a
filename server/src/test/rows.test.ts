import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { fingerprint, holdsText } from './rows.ts'
import { addPerson, world } from './world.ts'

const db = await testDatabase()

/** The tables whose fingerprint changed. */
async function changedBy(act: () => Promise<unknown>): Promise<string[]> {
  const before = await fingerprint(db)
  await act()
  const after = await fingerprint(db)
  return Object.keys(after).filter((name) => after[name] !== before[name])
}

test('a row more, a row less and one changed letter are noticed, and nothing else is', async () => {
  expect(await changedBy(() => world(db, { alice: { main: 1_000n } }))).toEqual(
    expect.arrayContaining(['account_player', 'wallet_purse', 'wallet_transfer']),
  )
  const rename = () => db.sql.updateTable('account_player').set({ first_name: 'Ana' }).execute()
  expect(await changedBy(rename)).toEqual(['account_player'])
  expect(await changedBy(rename)).toEqual([])
  const id = await addPerson(db.sql, {})
  expect(await changedBy(() => db.sql.deleteFrom('account_player').where('id', '=', id).execute())).toEqual([
    'account_player',
  ])
  expect(
    await changedBy(() =>
      sql`insert into jobs.job (name, data) select name, '{}' from jobs.queue limit 1`.execute(db.sql),
    ),
  ).toEqual(['jobs'])
})

test('a text is found wherever it stands', async () => {
  expect(await holdsText(db, 'a marmot')).toBe(false)
  await addPerson(db.sql, { login: 'marmot', first_name: 'not a marmot yet' })
  expect(await holdsText(db, 'a marmot')).toBe(true)
  expect(await holdsText(db, 'a marmot_yet')).toBe(false)
})
