import { verifyBet } from '@croupier/sportsbook/verify-bet'
import { studioGames } from '@croupier/studio/games'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { begin } from '../db/db.ts'
import { installGames } from '../features/games/games.ts'
import { openPots } from '../features/jackpots/jackpots.ts'
import { verifyBonuses } from '../features/rounds/rounds.ts'
import { ledgerDir, verifyLedger } from '../features/wallet/wallet.ts'
import { testApp } from '../test/app.ts'
import { betsDesk, heldOtherwise } from '../test/bets-desk.ts'
import { houseOf } from '../test/cashier.ts'
import { addDemoBets } from './demo-bets.ts'
import { seedDemoWorld } from './demo-world.ts'

const node = await testApp({ env: { SPORTS_FEED: 'acme' } })
const { db, secrets, content, config } = node
await installGames(db, studioGames, { isSandboxOn: true, isSportsOn: true })
await openPots({ begin: (work) => begin(db, work) })
await seedDemoWorld({ db, keys: secrets, content, config, announce: node.parts.announce })
const parts = { ...node.parts, ...houseOf(node), db, keys: secrets, config }
const add = () => addDemoBets(parts, () => false)

const bets = async () =>
  (
    await sql<{
      id: bigint
      key: string
      state: string
      returned: bigint
      cashed: bigint
      steps: number
    }>`select bet.id,
        key, state, returned, cashed, steps from bets_bet as bet join account_player as player on player.id = player_id
      where login = 'alice@example.com' order by key`.execute(db.sql)
  ).rows

test('Alice has bets of every kind on matches that are still to come, once, however often the house starts', async () => {
  await betsDesk(node)
  await add()
  const made = await bets()
  expect(made.map(({ key, state }) => [key, state])).toEqual([
    ['demo-bet-cashed', 'cashed'],
    ['demo-bet-corrected', 'settled'],
    ['demo-bet-open', 'open'],
    ['demo-bet-treble', 'open'],
    ['demo-bet-void', 'settled'],
  ])
  const [cashed, corrected, , , revoked] = made
  expect(cashed?.cashed).toBeGreaterThan(700n)
  expect([corrected?.returned, corrected?.steps, revoked?.returned]).toEqual([1_090n, 3, 600n])
  await Promise.all([add(), add()])
  expect(await bets()).toEqual(made)
  const { rows } = await sql<{ id: bigint }>`select id from account_player where login = 'alice@example.com'`.execute(
    db.sql,
  )
  const cookie = await node.signIn(rows[0]?.id ?? 0n)
  for (const { id } of made) {
    const { json } = await node.as(cookie).get('bets.getRecord', { id: String(id) })
    expect(verifyBet(json.data.record)).toMatchObject({ kind: 'right' })
  }
  expect((await verifyLedger(db.sql, { dir: ledgerDir(config) })).faults).toEqual([])
  // Her free bet waits beside bets that she paid for herself.
  expect((await verifyBonuses({ sql: db.sql, begin: (work) => begin(db, work) })).faults).toEqual([])
  expect(await heldOtherwise(db)).toEqual([])
})
