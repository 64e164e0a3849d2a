import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../test/database.ts'
import { openPatient } from '../test/patient.ts'
import { begin, type Database, type Tx } from './db.ts'
import { openPipelinedDatabase } from './pipelined-database.ts'

/** Branches of one transaction that ask side by side, as those of a batch do, and one of them fails. */

const log = pino({ level: 'silent' })
const db = await testDatabase()
const plain = openPatient(db.url)
const pipelined = openPipelinedDatabase(db, log)
afterAll(() => Promise.all([plain.close(), pipelined.close()]))

const rows = async () => (await sql<{ text: string }>`select text from test_branch`.execute(db.sql)).rows
const write = (tx: Tx, text: string) => sql`insert into test_branch values (${text})`.execute(tx)
const fail = (tx: Tx) => sql`select 1 / (select count(*) from test_branch where text = 'never')`.execute(tx)

beforeAll(() => sql`create table test_branch (text text primary key)`.execute(db.sql))
beforeEach(() => sql`delete from test_branch`.execute(db.sql))

describe.each<[string, Database]>([
  ['plain', plain],
  ['pipelined', pipelined],
])('in a %s transaction', (_kind, database) => {
  test('a branch that was between its question and its write when another failed writes nothing', async () => {
    const late: Promise<unknown>[] = []
    for (let trial = 0; trial < 40; trial += 1) {
      const slow = async (tx: Tx) => {
        await sql`select 1`.execute(tx)
        await sleep(trial % 8)
        await write(tx, `late ${trial}`)
      }
      const work = begin(database, (tx) => {
        const branch = slow(tx)
        late.push(branch.catch(() => {}))
        return Promise.all([branch, fail(tx)])
      })
      await expect(work).rejects.toMatchObject({ code: '22012' })
    }
    await Promise.all(late)
    expect(await rows()).toEqual([])
  })

  test('what was forgotten and asks after the commit is refused, and the connection works on', async () => {
    const forgotten: Promise<unknown>[] = []
    await begin(database, async (tx) => {
      await write(tx, 'in time')
      forgotten.push(sleep(20).then(() => write(tx, 'too late')))
    })
    await expect(Promise.all(forgotten)).rejects.toThrow('the transaction is over')
    await begin(database, (tx) => write(tx, 'the next'))
    expect(await rows()).toEqual([{ text: 'in time' }, { text: 'the next' }])
  })

  test('a failure that the work has caught does not become a commit', async () => {
    const work = begin(database, async (tx) => {
      await write(tx, 'before')
      await fail(tx).catch(() => {})
    })
    await expect(work).rejects.toThrow('a transaction with a failed statement')
    expect(await rows()).toEqual([])
  })
})
