import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../test/database.ts'
import { openPatient } from '../../test/patient.ts'
import { mixedLoad } from '../../test/wallet-scenes.ts'
import { describeProof, verifyLedger } from './wallet.ts'

const db = await testDatabase()
const second = openPatient(db.url)
const dir = mkdtempSync(join(tmpdir(), 'croupier-ledger-'))
const file = join(dir, 'anchors.log')
afterAll(async () => {
  await second.close()
  rmSync(dir, { recursive: true, force: true })
})

const full = () => verifyLedger(db.sql, { dir })
const quick = () => verifyLedger(db.sql, { dir, isFull: false })

describe('the proof', () => {
  test('an empty ledger is right', async () => {
    expect(await full()).toMatchObject({ faultCount: 0, transfers: 0n, purses: 0n })
  })

  test('while money moves on two nodes, every look finds the sum zero and every balance true', {
    timeout: 120_000,
  }, async () => {
    let isOver = false
    let looks = 0
    const auditor = async () => {
      while (!isOver) {
        const proof = await (looks % 3 === 0 ? full() : quick())
        expect(proof.faults).toEqual([])
        looks++
      }
    }
    const load = mixedLoad([db, second], { count: 4_000, seed: 1 }).finally(() => {
      isOver = true
    })
    const [ends] = await Promise.all([load, auditor()])
    for (const kind of ['moved', 'repeated', 'conflict', 'short']) expect(ends[kind] ?? 0).toBeGreaterThan(20)
    expect(looks).toBeGreaterThan(2)
    const proof = await full()
    expect(proof).toMatchObject({ faultCount: 0, transfers: BigInt(ends.moved ?? 0), isLastAnchorFiled: true })
    expect(describeProof(proof)[0]).toMatch(/^The ledger is right: \d+ transfers/)
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    expect(lines).toHaveLength(looks + 2)
    expect(lines.at(-1)).toMatch(
      new RegExp(`^${proof.anchorId} \\S+ ${proof.transfers} ${proof.purses} ${proof.root}$`),
    )
  })
})
