import { scoreRounds } from '@croupier/contract/tournament-score'
import { expect, test } from 'vitest'
import { readNow } from '../../db/db.ts'
import { testApp } from '../../test/app.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { addCup, endCup, seat } from '../../test/tournaments.ts'
import { finishDue } from './finish.ts'
import { judgePage } from './judge-page.ts'
import { entryFacts, playedOf, readStood, rulesOfTournament } from './score.ts'
import { readTournament, readTournamentEntry } from './store.ts'

const node = await testApp()
const { db, as } = node

type Told = { round: { round: string }; reason: string | null; isCounted: boolean; multiple: bigint }
const told = ({ round, reason, isCounted, multiple }: Told) => [round.round, reason, isCounted, multiple]

test.each(['multiplier_best', 'multiplier_sum', 'multiplier_run', 'streak', 'stake'])(
  'pages of %s say of each round what all of them together say, however few are read at once',
  async (kind) => {
    const volume = kind === 'stake' ? { most_per_day: 20 } : {}
    const cup = await addCup(db, { kind, min_units: 2, most_rounds: 7, best_of: 3, run_length: 3, ...volume })
    const { id, cookie } = await addPayer(node, { main: 100_000n })
    const play = await seat(node, id)
    for (let at = 0; at < 4; at += 1) await play.spin({ win: 200n })
    await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
    for (let at = 0; at < 14; at += 1) {
      const { round, transaction } = await play.spin({ stake: at % 5 === 0 ? 20n : 100n, win: BigInt((at * 37) % 400) })
      if (at % 6 === 1) await play.rollback(round, transaction)
    }
    await play.bet()
    const tournament = await readTournament(db.sql, cup)
    const entry = await readTournamentEntry(db.sql, cup, id)
    if (!tournament || !entry) throw new Error('no entry')
    const stretch = { playerId: id, openedFrom: tournament.startsAt, openedTo: tournament.cutAt }
    const rounds = await readStood(db.sql, tournament, [stretch], { cut: null })
    const played = rounds.map((round) => playedOf(round, new Map()))
    const atMs = (await readNow(db.sql)).getTime()
    const all = scoreRounds(played, entryFacts(entry), rulesOfTournament(tournament), atMs).verdicts.toReversed()
    expect(new Set(all.map(({ reason }) => reason)).size).toBeGreaterThan(5)
    for (const portion of [1_000, 3]) {
      const pages: Told[] = []
      for (let offset = 0; offset < all.length; offset += 4) {
        const { page, total } = await judgePage(db.sql, { tournament, entry }, { count: 4, offset }, portion)
        expect(total).toBe(all.length)
        pages.push(...page)
      }
      expect(pages.map(told)).toEqual(all.map(told))
      for (const reason of ['MOST_ROUNDS', 'BEFORE_JOINING', 'STAKE_TOO_SMALL'] as const) {
        const meant = all.filter((verdict) => verdict.reason === reason)
        const asked = { count: 2, offset: 1, reason }
        const { page, total } = await judgePage(db.sql, { tournament, entry }, asked, portion)
        expect([total, page.map(told)]).toEqual([meant.length, meant.slice(1, 3).map(told)])
      }
    }
  },
)

test('after the result too, rounds of games that nobody counted say when they were played', async () => {
  const games = ['early', 'counted', 'late']
  await db.sql.insertInto('games_provider').values({ sysname: 'every', name: 'Every', runner: 'sample' }).execute()
  const about = { provider: 'every', name: 'Slot', image_url: '', type: 'slot', version: '1' } as const
  await db.sql
    .insertInto('games_game')
    .values(games.map((sysname) => ({ ...about, sysname })))
    .execute()
  const cup = await addCup(db, { games: [{ type: 'slot' }] })
  const { id, cookie } = await addPayer(node, { main: 100_000n })
  const play = async (game: string) => (await seat(node, id, { game })).spin({ win: 200n })
  await play('early')
  await as(cookie).post('tournaments.participate', { tournament_id: String(cup) })
  await play('counted')
  await endCup(db, cup, 60_000)
  await play('late')
  await finishDue(houseOf(node), { waitMs: -120_000 })
  const tournament = await readTournament(db.sql, cup)
  const entry = await readTournamentEntry(db.sql, cup, id)
  if (tournament?.state !== 'finished' || !entry) throw new Error('no result')
  const { page } = await judgePage(db.sql, { tournament, entry }, { count: 10, offset: 0 })
  expect(page.map(({ round, reason }) => [round.game, reason])).toEqual([
    ['late', 'AFTER_END'],
    ['counted', null],
    ['early', 'BEFORE_JOINING'],
  ])
})
