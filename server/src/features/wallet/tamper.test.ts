import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { effort } from '../../test/effort.ts'
import { mixedLoad } from '../../test/wallet-scenes.ts'
import { asTamperer, tamperRows } from '../../test/wallet-tamper.ts'
import { describeProof, verifyLedger } from './wallet.ts'

const db = await testDatabase()
const dir = mkdtempSync(join(tmpdir(), 'croupier-ledger-'))
const file = join(dir, 'anchors.log')
beforeAll(async () => {
  await mixedLoad([db], { count: 400, seed: 2 })
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const full = () => verifyLedger(db.sql, { dir })
const quick = () => verifyLedger(db.sql, { dir, isFull: false })
const whats = ({ faults }: { faults: { what: string }[] }) => faults.map(({ what }) => what).join('\n')

describe('a rewritten history', () => {
  beforeEach(async () => {
    expect((await full()).faults).toEqual([])
  })

  const count = 20 * effort.repeats
  test(`one changed byte in any of ${count} rows is found each time`, { timeout: 240_000 }, async () => {
    const { tried, missed } = await tamperRows(db, { count, seed: 7 }, async () => (await full()).faultCount > 0)
    expect([tried, missed]).toEqual([count, []])
    expect(await full()).toMatchObject({ faultCount: 0 })
  })

  test('the last lines are deleted and the purses set back: the anchors know', async () => {
    await asTamperer(db, async (tx) => {
      const { rows } = await sql<{ from_purse: bigint; to_purse: bigint; from_seq: bigint; to_seq: bigint }>`
        delete from wallet_transfer t using wallet_purse f, wallet_purse o
        where f.id = t.from_purse and f.seq = t.from_seq and o.id = t.to_purse and o.seq = t.to_seq
        returning t.from_purse, t.to_purse, t.from_seq, t.to_seq`.execute(tx)
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows)
        for (const [id, seq] of [
          [row.from_purse, row.from_seq - 1n],
          [row.to_purse, row.to_seq - 1n],
        ] as const)
          await setBack(tx, id, seq)
      for (const look of [full, quick]) {
        const proof = await look()
        expect(whats(proof)).toContain('when it was anchored')
        expect(describeProof(proof)[0]).toContain('WRONG')
      }
      // A forger who sets the anchored rows back too meets the root of the last anchor.
      await sql`update wallet_anchored a set seq = p.seq, balance = p.balance, head = p.head
        from wallet_purse p where p.id = a.purse_id`.execute(tx)
      for (const look of [full, quick]) expect(whats(await look())).toContain('not those of anchor')
      // A forger of an anchor for them meets the file, which knows that there was more.
      const { rows: states } = await sql<{ id: bigint; seq: bigint; balance: bigint; head: Buffer }>`
        select id, seq, balance, head from wallet_purse order by id`.execute(tx)
      const lines = states.map(({ id, seq, balance, head }) => `${id} ${seq} ${balance} ${head.toString('hex')}\n`)
      const root = createHash('sha256').update(lines.join('')).digest()
      await sql`insert into wallet_anchor (transfers, purses, root)
        select count(*), ${lines.length}::bigint, ${root}::bytea from wallet_transfer`.execute(tx)
      for (const look of [full, quick]) {
        const proof = await look()
        expect(whats(proof)).toContain('in the file of anchors')
        expect(whats(proof)).not.toContain('not those of anchor')
      }
      // And a forger who takes the anchors away meets the file.
      await sql`delete from wallet_anchored`.execute(tx)
      await sql`delete from wallet_anchor`.execute(tx)
      for (const look of [full, quick])
        expect(whats(await look())).toContain('of the file of anchors is not in the table')
    })
  })

  test('a purse with another balance, a transfer without an owner, a purse out of nothing', async () => {
    const changes = [
      [
        'does not|the purse says',
        sql`update wallet_purse set balance = balance + 1 where id = (select min(id) from wallet_purse)`,
      ],
      ['sums to', sql`insert into wallet_purse (owner, kind, currency, balance) values ('nobody', 'main', 'EUR', 5)`],
      [
        'lines of purses',
        sql`insert into wallet_transfer select 900001, 1, 900002, 1, amount, from_balance, to_balance, from_hash, to_hash, scope,
          'forged', part, reason, ref, at from wallet_transfer limit 1`,
      ],
      [
        'is missing',
        sql`delete from wallet_transfer where (from_purse, from_seq) = (select from_purse, from_seq from wallet_transfer
        order by from_seq desc offset 3 limit 1)`,
      ],
    ] as const
    for (const [said, change] of changes) {
      await asTamperer(db, async (tx) => {
        await change.execute(tx)
        expect(whats(await full())).toMatch(new RegExp(said))
      })
    }
  })

  test('a line of the file is changed', async () => {
    const before = readFileSync(file, 'utf8')
    for (const changed of [before.replace(/[0-9a-f]\n/, 'x\n'), `1 now 1 1 ${'0'.repeat(64)}\n`]) {
      writeFileSync(file, changed)
      expect(whats(await full())).toContain('of the file of anchors is not in the table')
    }
    writeFileSync(file, before)
    // Half a line that a crash left is no line.
    writeFileSync(file, `${before}17 2026`)
    expect(await full()).toMatchObject({ faultCount: 0 })
    // Nor does it spoil the line that came after it.
    expect(await full()).toMatchObject({ faultCount: 0, isLastAnchorFiled: true })
    writeFileSync(file, before)
  })
})

/** As a forger would who knows how the ledger works. */
const setBack = (tx: typeof db.sql, id: bigint, seq: bigint) =>
  sql`
  update wallet_purse p set seq = ${seq}, (balance, head) = (
    select t.balance, t.head from (
      select from_balance as balance, from_hash as head from wallet_transfer where from_purse = ${id} and from_seq = ${seq}
      union all select to_balance, to_hash from wallet_transfer where to_purse = ${id} and to_seq = ${seq}
      union all select 0, decode(repeat('00', 32), 'hex') where ${seq} = 0::bigint) t)
  where id = ${id}`.execute(tx)
