import { randomUUID } from 'node:crypto'
import type { WireBet } from '../contract/src/methods/bets.ts'
import { openPatient } from '../server/src/test/patient.ts'
import { payIn } from '../server/src/test/purses.ts'
import { addPerson } from '../server/src/test/world.ts'
import type { Visit } from './browser.ts'
import { databaseUrl, signIn } from './sign-in.ts'

export type House = { url: string; dir: string }

let people = 0

/** A player of a site of one's own, with a hundred euros, signed in on this browser. */
export async function newBettor(
  { url, dir }: House,
  visitor: Visit,
  { scope = 'full', locale = 'en' }: { scope?: 'full' | 'payout'; locale?: string } = {},
): Promise<{ sid: string; leave: () => Promise<void> }> {
  const login = `bettor-${process.pid}-${Date.now()}-${++people}@example.com`
  const db = openPatient(databaseUrl(dir))
  try {
    const id = await addPerson(db.sql, { login, email: login, fakename: `Bettor${people}`, currency: 'EUR', locale })
    await payIn(db, id, 10_000n)
    const sid = await signIn(login, dir)
    await visitor.page.context().addCookies([{ name: 'sid', value: sid, url }])
    /** From now on it is open for taking money out alone. */
    const leave = async () => {
      const later = openPatient(databaseUrl(dir))
      await later.sql.updateTable('auth_session').set({ scope: 'payout' }).where('player_id', '=', id).execute()
      await later.close()
    }
    if (scope === 'payout') await leave()
    return { sid, leave }
  } finally {
    await db.close()
  }
}

type Wish = { event: number; type?: string; outcome: string }

/** A bet over the API at the prices of now, as the slip would send it. */
export async function placeBet(
  { url }: House,
  sid: string,
  wishes: readonly Wish[],
  { stake = '10.00', sizes }: { stake?: string; sizes?: readonly number[] } = {},
): Promise<WireBet> {
  const picks = await Promise.all(wishes.map((wish) => pickOf(url, wish)))
  const kind = sizes ? 'system' : picks.length === 1 ? 'single' : 'multiple'
  const bet = { key: randomUUID(), kind, sizes: sizes ?? [picks.length], stake, currency: 'EUR', picks }
  const body = new FormData()
  body.append('bets', JSON.stringify([bet]))
  const answer = await fetch(`${url}/api/bets.place?v=1`, {
    ...{ method: 'POST', body },
    headers: { origin: url, cookie: `sid=${sid}` },
  })
  const { data } = await answer.json()
  const [item] = data?.items ?? []
  if (!item?.bet) throw new Error(`the bet was not taken: ${JSON.stringify(item ?? data)}`)
  return item.bet
}

async function pickOf(url: string, { event, type = 'result', outcome }: Wish) {
  const answer = await fetch(`${url}/api/sports.getEvent?v=1&id=${event}`)
  const { data } = await answer.json()
  const market = data.markets.find((each: { type: string }) => each.type === type)
  const price = market.prices[market.outcomes.indexOf(outcome)]
  return { pick: `${event}/${type}/${market.period}/${market.line ?? '-'}/${outcome}`, price, version: market.version }
}
