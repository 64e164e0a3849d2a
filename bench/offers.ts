import { begin } from '../server/src/db/db.ts'
import { writeLive } from '../server/src/features/campaigns/live-store.ts'
import { signIn } from './account.ts'
import { type BenchSite, benchAlone } from './alone.ts'
import type { Row } from './figures.ts'
import { rivals } from './load.ts'
import { openWorld } from './wallet-world.ts'

const offers = 50
const bar = 2

/** All offers of a busy season, each judged for the player who asks, against the shortest list of what one was given. */
export async function offersRow({ siteUrl, databaseUrl }: BenchSite): Promise<Row> {
  const db = openWorld(databaseUrl)
  const names = Array.from({ length: offers }, (_, at) => `bench-offer-${at}`)
  try {
    const { rows } = await db.pool.query(
      "select body from campaigns_live where kind = 'campaigns' order by sysname limit 1",
    )
    const [first] = rows
    await begin(db, async (tx) => {
      for (const sysname of names) {
        const body = JSON.stringify({ ...first.body, sysname, offers: [{ ...first.body.offers[0], sysname }] })
        await writeLive(tx, { kind: 'campaigns', sysname, hash: sysname, body, actor: 'bench' })
      }
    })
    const headers = { cookie: await signIn(siteUrl) }
    const ask = (method: string) => ({ url: `${siteUrl}/api/${method}`, headers })
    const { ours, reference } = await rivals(ask('campaigns.getoffers'), ask('freespins.get'), 5, 2)
    const ms = (perSecond: number) => `${(1000 / perSecond).toFixed(2)} ms`
    return {
      name: `campaigns.getoffers with ${offers} live offers more, signed in`,
      ours: ms(ours),
      reference: `freespins.get ${ms(reference)}`,
      ratio: reference / ours,
      bar: { text: `≤ ${bar.toFixed(2)}`, isMet: reference / ours <= bar },
    }
  } finally {
    await db.pool.query("delete from campaigns_live where actor = 'bench'")
    await db.close()
  }
}

if (import.meta.main) await benchAlone(async (site) => [await offersRow(site)])
