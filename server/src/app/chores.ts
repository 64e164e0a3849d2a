import { begin } from '../db/db.ts'
import { openAutoCashOut, openDelays, openSettler, waitingCashOuts } from '../features/bets/bets.ts'
import { openBooking, potNews } from '../features/jackpots/jackpots.ts'
import { openPointsFeed } from '../features/loyalty/loyalty.ts'
import { openTables } from '../features/rounds/rounds.ts'
import { openSportsClock } from '../features/sports/sports.ts'
import { openClubLease, openFeed, tournamentNews } from '../features/tournaments/tournaments.ts'
import { winnerNews } from '../features/winners/winners.ts'
import { openPublicNews } from '../http/public-channel.ts'
import type { Streams } from '../http/stream.ts'

import type { AppOptions } from './options.ts'
import type { AppServices } from './services.ts'
/** What this process does by itself, besides answering. */
export async function startChores(
  { jobs, listenerContext, openTableDatabase, probe, shared }: AppServices,
  streams: Streams,
  { log, listener }: Pick<AppOptions, 'log' | 'listener'>,
) {
  // Whatever else the node is busy with, a flight starts, pays and ends.
  const tableDb = openTableDatabase()
  const tables = openTables({ ...listenerContext, sql: tableDb.sql, begin: (work) => begin(tableDb, work) }, probe)
  const winners = winnerNews({ ...listenerContext, catalogue: shared.catalogue })
  const sources = [potNews(listenerContext), winners, tournamentNews(listenerContext)]
  const news = openPublicNews({ sources, streams, log })
  const lease = openClubLease(listenerContext)
  const hearing = { listener: listener ?? null, lease }
  const feed = await openFeed(listenerContext, hearing)
  const points = await openPointsFeed(listenerContext, hearing)
  const booking = openBooking(listenerContext)
  const clock = openSportsClock(listenerContext)
  const settler = openSettler(listenerContext, listener ?? null)
  const delays = openDelays(shared.bets, log)
  const betting = { ...listenerContext, producers: shared.producers }
  const cashOuts = openDelays(waitingCashOuts(betting), log)
  const targets = openAutoCashOut(betting, log)
  await jobs.start(listenerContext)
  return {
    async close() {
      await news.close()
      await feed.close()
      await points.close()
      await lease.close()
      await tables.close()
      await tableDb.close()
      await booking.close()
      await clock.close()
      await settler.close()
      await delays.close()
      await cashOuts.close()
      await targets.close()
    },
  }
}
