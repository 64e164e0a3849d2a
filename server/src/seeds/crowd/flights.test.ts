import type { Call } from '@croupier/contract/contract'
import { studioGames } from '@croupier/studio/games'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { begin } from '../../db/db.ts'
import { openListener } from '../../db/listener.ts'
import { installGames } from '../../features/games/games.ts'
import { openPots } from '../../features/jackpots/jackpots.ts'
import { tableSources } from '../../features/rounds/rounds.ts'
import { readingVisitor } from '../../http/visitor.ts'
import { testApp } from '../../test/app.ts'
import { openCrowd } from './crowd.ts'
import { ridersOf, seats } from './plan-rules.ts'

const { db, parts, dispatcher, config, secrets, log } = await testApp({ hasWorkers: true })
await installGames(db, studioGames, { isSandboxOn: true, isSportsOn: false })
await openPots({ begin: (work) => begin(db, work) })

const caller = { player: null, locale: 'en', visitor: readingVisitor('127.0.0.1'), requestId: 'test' }
const call: Call = (name, params) => dispatcher.invoke(name, params, caller)

const seen = z.object({
  round: z.object({ id: z.string() }).nullable(),
  history: z.array(z.object({ point: z.number() })),
  players: z.object({
    items: z.array(
      z.object({
        fakename: z.string(),
        is_demo: z.boolean(),
        is_demo_player: z.boolean(),
        cashed_at: z.number().nullable(),
      }),
    ),
  }),
})

test('demo players fly along in a flight that a page looks at, each as planned and called what it is', async () => {
  const listener = await openListener(db.url, log)
  const crowd = openCrowd({ ...parts, db, call, listener, isWatched: () => true })
  onTestFinished(async () => {
    await crowd.close()
    await listener.close()
  })
  await crowd.start()
  await vi.waitFor(
    async () => expect(await db.sql.selectFrom('rounds_round').select('round').execute()).not.toEqual([]),
    {
      timeout: 60_000,
    },
  )
  const [source] = tableSources({ sql: db.sql, config, keys: secrets, listener })
  const names = new Map(seats.map(({ seat, fakename }) => [seat, fakename]))
  await vi.waitFor(
    async () => {
      await source?.noteWatched()
      const table = seen.parse((await source?.read())?.whole.data)
      const planned = ridersOf(table.round?.id ?? '').map(({ seat }) => names.get(seat))
      expect(table.players.items.length).toBeGreaterThan(2)
      expect(planned).toEqual(expect.arrayContaining(table.players.items.map(({ fakename }) => fakename)))
      expect(table.players.items.every((each) => each.is_demo_player && !each.is_demo)).toBe(true)
      const isOff = table.players.items.some(({ cashed_at }) => cashed_at !== null)
      expect(isOff, `none got off in flights up to ${JSON.stringify(table.history)}`).toBe(true)
    },
    // Chance may end one flight after the other before the first demo player wants to get off.
    { timeout: 300_000, interval: 500 },
  )
}, 400_000)
