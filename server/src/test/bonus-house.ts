import type { Currency } from '@croupier/contract/money'
import { endDueBonuses } from '../features/bonuses/bonuses.ts'
import { testApp } from './app.ts'
import { type Launched, type Seat, seatOf } from './bonus-seat.ts'
import { addPayer, fund, houseOf } from './cashier.ts'
import { providerFor } from './game-provider.ts'
import { pretendProvider } from './pretend-provider.ts'
import { addPlayers } from './world.ts'

/** A house of two nodes where bonuses are played with: over HTTP as a provider and as a player, by its own code as the house. */

export const storyGames = {
  slot: { sysname: 'story-slot', type: 'slot', studio: 'story-one' },
  table: { sysname: 'story-table', type: 'casino', studio: 'story-one' },
  live: { sysname: 'story-live', type: 'live', studio: 'story-two' },
} as const
export type StoryGame = (typeof storyGames)[keyof typeof storyGames]

export type TwoNodes = Awaited<ReturnType<typeof twoNodes>>

async function twoNodes() {
  const payments = new Map(['sandbox', 'coins'].map((name) => [name, pretendProvider(name).provider]))
  const here = await testApp({ payments })
  const there = await testApp({ payments, beside: here })
  const sample = await providerFor(here, there)
  const games = Object.values(storyGames)
  for (const studio of new Set(games.map((game) => game.studio))) {
    await here.db.sql.insertInto('games_provider').values({ sysname: studio, name: studio }).execute()
  }
  const rows = games.map(({ sysname, type, studio }) => ({ sysname, type, name: sysname, provider: studio }))
  await here.db.sql
    .insertInto('games_game')
    .values(rows.map((row) => ({ ...row, image_url: '', version: '1' })))
    .execute()
  return { here, there, sample }
}

/** Call it at the top of a test file. */
export async function bonusHouse() {
  const house = await twoNodes()
  const { here, sample } = house
  const jobs = houseOf(here)

  return {
    db: here.db,

    /** A player who can do everything. */
    async seat(currency: Currency, main: bigint) {
      const player = await addPayer(here, { currency, main })
      const launched = new Map<string, Launched>()
      for (const { sysname } of Object.values(storyGames)) {
        launched.set(sysname, await sample.launch(player.id, { currency, game: sysname }))
      }
      return seatOf(house, { ...player, currency, launched })
    },

    /** Many who only play one game. */
    async seats(amounts: readonly bigint[], { sysname: game }: StoryGame) {
      const ids = await addPlayers(here.db, amounts.length)
      const found: Seat[] = []
      for (const [at, id] of ids.entries()) {
        await fund(here.db, id, { currency: 'EUR', kind: 'main', amount: amounts[at] ?? 0n })
        const launched = new Map([[game, await sample.launch(id, { game })]])
        found.push(seatOf(house, { id, cookie: '', currency: 'EUR', launched }))
      }
      return found
    },

    /** As the clock and the workers do: what is due ends, then all news are heard. */
    async work() {
      await endDueBonuses(jobs)
      await here.runJobs()
    },
  }
}
