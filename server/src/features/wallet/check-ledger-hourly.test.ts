import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { payIn } from '../../test/purses.ts'
import { asTamperer } from '../../test/wallet-tamper.ts'
import { checkLedgerHourly, ledgerDir } from './wallet.ts'

const { db, config, log, lines, addPlayer } = await testApp()
const look = () => checkLedgerHourly({ sql: db.sql, config, log })
const said = (text: string) => lines.filter((line) => line.includes(text))

test('every hour the ledger is proven and anchored outside the database; what is wrong is an error in the log', async () => {
  await payIn(db, await addPlayer({ login: 'one@example.test' }), 100n)
  await look()
  await payIn(db, await addPlayer({ login: 'two@example.test' }), 100n)
  await look()
  expect(said('The ledger is right: 2 transfers')).not.toEqual([])
  expect(said('The ledger is right')).toHaveLength(2)
  expect(
    readFileSync(join(ledgerDir(config), 'anchors.log'), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(2)
  await asTamperer(db, async (tx) => {
    const { rows } = await sql<{ id: bigint }>`
      update wallet_purse set balance = balance + 1 where owner = 'player' returning id`.execute(tx)
    await look()
    const [line = '{}'] = said('the ledger is wrong')
    expect(JSON.parse(line)).toMatchObject({ level: 50, faultCount: rows.length + 1 })
    for (const { id } of rows) expect(line).toContain(`"purse":"${id}"`)
  })
  await look()
  expect(said('the ledger is wrong')).toHaveLength(1)
})
