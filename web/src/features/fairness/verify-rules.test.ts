import { verifyRound } from '@croupier/studio/verify'
import { describe, expect, test } from 'vitest'
import { claimOf, compare, readRecord, type Sealed } from './verify-rules.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })
const serverSeed = 'ab'.repeat(32)

/** A round as the site records it, by the mathematics themselves. */
const claim = {
  game: 'plinth',
  version: '1.0.0',
  stake: 100n,
  choices: [{ rows: 8, risk: 'low' }],
  serverSeed,
  clientSeed: 'mine',
  nonce: 7,
}
const { hash, standings } = await verifyRound(claim)
const play = {
  stake: eur('1.00'),
  choices: claim.choices,
  standings: standings.map(({ won, view }) => ({
    staked: eur('1.00'),
    won: eur((Number(won) / 100).toFixed(2)),
    is_over: true,
    view,
  })),
  client_seed: 'mine',
  nonce: 7,
  hash,
  server_seed: serverSeed,
}
const record = { game: { sysname: 'plinth' }, version: '1.0.0', is_closed: true, play }
const text = (change: object = {}, ofPlay: object = {}) =>
  JSON.stringify({ ...record, play: { ...play, ...ofPlay }, ...change })

function sealed(source: string): Sealed {
  const read = readRecord(source)
  if (typeof read === 'string') throw new Error(read)
  return read
}

async function check(source: string) {
  const read = sealed(source)
  const claimed = claimOf(read)
  if (!claimed) throw new Error('no claim')
  return compare(read, await verifyRound(claimed))
}

describe('a record that was pasted', () => {
  test.each(['', 'hello', '[]', '{}', '{"game":{"sysname":"x"},"play":{}}', '{"game":{"sysname":"x"},"version":"1"}'])(
    '%s is not one',
    (source) => expect(readRecord(source)).toBe('unreadable'),
  )

  test('a part that is missing is noticed', () => {
    for (const key of ['stake', 'choices', 'standings', 'client_seed', 'nonce', 'hash', 'server_seed'])
      expect(readRecord(text({}, { [key]: undefined }))).toBe('unreadable')
  })

  test('a round of another provider has no seeds here', () => {
    expect(readRecord(text({ play: null }))).toBe('foreign')
  })

  test('a seed that is in use and a round that is open tell nothing yet', () => {
    expect(readRecord(text({}, { server_seed: null }))).toBe('sealed')
    expect(readRecord(text({ is_closed: false }, { server_seed: null }))).toBe('open')
  })

  test('the whole answer of the API is understood too', () => {
    expect(readRecord(JSON.stringify({ result: 1, data: record }))).toEqual(sealed(text()))
  })

  test('a stake that is no amount claims nothing', () => {
    expect(claimOf(sealed(text({}, { stake: eur('1.001') })))).toBeNull()
    expect(claimOf(sealed(text({}, { stake: { amount: '1.00', currency: 'XXX' } })))).toBeNull()
  })
})

describe('a round that is recomputed', () => {
  test('comes out as it was recorded', async () => {
    const { isRight, isSeedRight, blocks, steps } = await check(text())
    expect([isRight, isSeedRight]).toEqual([true, true])
    expect(blocks.map(({ name }) => name)).toEqual(['mine:7:0'])
    const [said] = play.standings
    expect(steps).toEqual([{ isSame: true, staked: said?.staked, won: said?.won, view: JSON.stringify(said?.view) }])
  })

  test('a seed whose hash was not the one shown is caught', async () => {
    expect(await check(text({}, { hash: '00'.repeat(32) }))).toMatchObject({ isRight: false, isSeedRight: false })
  })

  test('another win, another picture or a step that was left out is caught', async () => {
    const [first] = play.standings
    const wrong = [[{ ...first, won: eur('9.99') }], [{ ...first, view: { path: [] } }], [], [first, first]]
    for (const said of wrong) expect((await check(text({}, { standings: said }))).isRight).toBe(false)
  })
})
