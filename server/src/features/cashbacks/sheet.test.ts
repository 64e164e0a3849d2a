import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'
import { publish } from '../../test/campaigns.ts'
import { addLine, cashbacksOf, endPeriod, playWeek, weekly } from '../../test/cashbacks.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { closeCashbackPeriods, openCashbackPeriods } from './cashbacks.ts'

const node = await testApp()
const { db, as, app } = node
const house = houseOf(node)
const dir = mkdtempSync(join(tmpdir(), 'croupier-sheet-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const script = join(import.meta.dirname, '../../../../web/public/verify-cashback.mjs')

/** What the program says about a file, and how it ends. */
const verify = (text: string, ...words: string[]) =>
  new Promise<{ said: string; code: number }>((resolve) => {
    const file = join(dir, 'sheet.csv')
    writeFileSync(file, text)
    execFile(process.execPath, [script, file, ...words], (error, stdout) =>
      resolve({ said: stdout.trim(), code: typeof error?.code === 'number' ? error.code : 0 }),
    )
  })

const download = async (cookie: string | null, path: string) => {
  const headers = { 'sec-fetch-site': 'same-origin', ...(cookie !== null && { cookie }) }
  const { statusCode, body, headers: answered } = await app.inject({ url: path, headers })
  return { status: statusCode, body, name: answered['content-disposition'] }
}

await publish(db, 'cashbacks', 'sheets', { ...weekly, claim_hours: 0 })
await openCashbackPeriods(house)
const player = await addPayer(node)
const over = async () => {
  await endPeriod(db, 'sheets')
  await closeCashbackPeriods(house, { graceSeconds: 0 })
}
await playWeek(db, player.id)
// A bet on sports is no play in the casino.
await addLine(db, player.id, { reason: 'stake', amount: -300n, scope: 'bet-step' })
await over()
// A round that was begun in the first week and won in the second.
await addLine(db, player.id, { reason: 'win', amount: 500n })
await addLine(db, player.id, { reason: 'stake', amount: -10_000n })
await addLine(db, player.id, { reason: 'rollback', amount: -100n })
await over()
await addLine(db, player.id, { reason: 'stake', amount: -700n })
const [first, second] = await cashbacksOf(db, player.id)
const sheetOf = (row: typeof first) => download(player.cookie, `/cashback/${row?.id}.csv`)

test('a sheet is a file for its owner alone', async () => {
  const sheet = await sheetOf(second)
  expect([sheet.status, sheet.name]).toEqual([200, `attachment; filename="cashback-${second?.id}.csv"`])
  const stranger = await addPayer(node)
  expect((await download(stranger.cookie, `/cashback/${second?.id}.csv`)).status).toBe(404)
  expect((await download(null, `/cashback/${second?.id}.csv`)).status).toBe(401)
  for (const path of ['/cashback/0.csv', '/cashback/x.csv', `/cashback/${second?.id}`]) {
    expect((await download(player.cookie, path)).status).toBe(404)
  }
})

test('what was closed by the first formula, when bets counted too, is computed by it for ever', async () => {
  const { body } = await sheetOf(first)
  const facts = { 'formula,2': 'formula,1', 'stakes,41260': 'stakes,41560', 'loss,3935': 'loss,4235' }
  const old = Object.entries({ ...facts, 'amount,196': 'amount,211' }).reduce(
    (text, [now, then]) => text.replace(`${now}\r\n`, `${then}\r\n`),
    body,
  )
  expect((await verify(old)).said).toMatch(/^OK: 6 lines, loss 4235, cashback 211 /)
  expect((await verify(old.replace('formula,1\r\n', 'formula,2\r\n'))).said).toMatch(/^WRONG: stakes/)
})

test('the program computes both periods again, without us', async () => {
  const one = await verify((await sheetOf(first)).body)
  expect(one).toEqual({
    said: expect.stringMatching(
      /^OK: 6 lines, loss 3935, cashback 196 in the smallest unit of EUR, head [0-9a-f]{64}$/,
    ),
    code: 0,
  })
  // The late win and the rolled back one are lines of this period, whenever their rounds began.
  const two = await verify((await sheetOf(second)).body, second?.head.toString('hex') ?? '')
  expect(two.said).toContain('loss 9600, cashback 480 in the smallest unit of EUR')
  expect((await verify((await sheetOf(second)).body, first?.head.toString('hex') ?? '')).code).toBe(1)
})

test('the method says the same by pages', async () => {
  const asked = { id: String(second?.id) }
  const whole = (await as(player.cookie).get('cashbacks.getSheet', asked)).json.data
  expect(whole).toMatchObject({
    base: { amount: '96.00' },
    amount: { amount: '4.80' },
    counts: { stakes: 1, wins: 1, rollbacks_out: 1, jackpots: 0 },
    head: second?.head.toString('hex'),
    total: 4,
  })
  const reasons = whole.lines.map(({ reason, counts }: { reason: string; counts: string | null }) => [reason, counts])
  expect(reasons).toEqual([
    ['cashback', null],
    ['win', 'wins'],
    ['stake', 'stakes'],
    ['rollback', 'rollbacks_out'],
  ])
  expect(whole.lines.at(-1).hash).toBe(whole.head)
  const page = (await as(player.cookie).get('cashbacks.getSheet', { ...asked, count: '2', offset: '3' })).json.data
  expect(page.lines).toEqual(whole.lines.slice(3))
  expect((await as(player.cookie).get('cashbacks.getSheet', { ...asked, offset: '9' })).json.data.lines).toEqual([])
})

describe('the program finds', () => {
  /** The nth line of the purse in the file. */
  const line = (text: string, at: number) => text.split('\r\n').findIndex((row) => row.startsWith('purse,')) + 1 + at
  const change = (text: string, at: number, to: (row: string) => string | null) =>
    text
      .split('\r\n')
      .flatMap((row, place) => (place === at ? (to(row) ?? []) : row))
      .join('\r\n')
  const fact = (name: string, value: string) => (text: string) =>
    text.replace(new RegExp(`^${name},.*$`, 'm'), `${name},${value}`)

  test.each([
    [
      'a stake that was made smaller',
      (text: string) => change(text, line(text, 3), (row) => row.replace('-10000', '-1000')),
      'after line',
    ],
    [
      'another reason',
      (text: string) => change(text, line(text, 2), (row) => row.replace('"win"', '"deposit"')),
      'line 7 is not what its hash says',
    ],
    ['a line that is left out', (text: string) => change(text, line(text, 2), () => null), 'the next line is missing'],
    [
      'the first line that is left out',
      (text: string) => change(text, line(text, 0), () => null),
      'line 6 is not what',
    ],
    [
      'the end that is left out',
      (text: string) => `${text.split('\r\n').slice(0, line(text, 3)).join('\r\n')}\r\n`,
      'lines after 7 are missing',
    ],
    ['another rate', fact('rate', '400'), 'amount: 9600 at 400 of 10000 makes 384, the sheet says 480'],
    ['another amount', fact('amount', '479'), 'amount:'],
    ['a cap that was not published', fact('most', '100'), 'amount:'],
    ['a sum by the time of the round', fact('wins', '0'), 'wins: the lines make 500, the sheet says 0'],
    ['a loss that does not follow', fact('loss', '10100'), 'loss:'],
    [
      'a period that ends earlier',
      (text: string) => fact('end', new Date((second?.start_at.getTime() ?? 0) + 1).toISOString())(text),
      'wrong side of the end',
    ],
    ['a period that begins earlier', fact('start', '2020-01-01T00:00:00.000Z'), 'wrong side of the start'],
    ['a file that is cut', (text: string) => text.slice(0, -5), 'the file ends inside a line'],
    ['no sheet', () => 'purse,seq\r\n', 'this is not a sheet'],
  ])('%s', async (_name, spoil, place) => {
    const { body } = await sheetOf(second)
    const spoilt = spoil(body)
    expect(spoilt).not.toBe(body)
    const { said, code } = await verify(spoilt)
    expect([said.startsWith('WRONG: '), code]).toEqual([true, 1])
    expect(said).toContain(place)
  })
})
