import { login, signIn } from './account.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import { betRows } from './bets.ts'
import { bettingPageRows } from './betting-pages.ts'
import { bonusRows } from './bonuses.ts'
import { builderRows } from './builders.ts'
import { cashbackRows } from './cashback.ts'
import { clubRows } from './clubs.ts'
import { crowdRows } from './crowd.ts'
import { feedRows } from './feed.ts'
import type { Row } from './figures.ts'
import { historyRows } from './history.ts'
import { lobbyRows } from './lobby.ts'
import { offersRow } from './offers.ts'
import { browser, madeAnewRows, pageRows } from './pages.ts'
import { roundsRow } from './rounds.ts'
import { searchRow } from './search.ts'
import { settleRows } from './settle.ts'
import { walletRows } from './wallet.ts'

await benchAlone(measureAll)

async function measureAll(whole: BenchSite): Promise<Row[]> {
  return [
    ...(await pageRows(whole)),
    ...(await madeAnewRows(whole)),
    ...(await historyRows({ ...whole, headers: browser, login, cookie: await signIn(whole.siteUrl) })),
    await searchRow({ ...whole, headers: browser }),
    ...(await lobbyRows(whole)),
    await offersRow(whole),
    ...(await walletRows(whole)),
    await roundsRow(whole),
    ...(await bonusRows(whole)),
    ...(await crowdRows(whole)),
    ...(await cashbackRows(whole)),
    ...(await feedRows(whole)),
    ...(await bettingPageRows(whole)),
    ...(await betRows(whole)),
    ...(await settleRows(whole)),
    ...(await clubRows(whole)),
    ...builderRows(),
  ]
}
