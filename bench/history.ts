import type { Row } from './figures.ts'
import { type Ask, rivals } from './load.ts'
import { addHistory, openWorld } from './wallet-world.ts'

type Parts = { siteUrl: string; databaseUrl: string; headers: Record<string, string>; login: string; cookie: string }

const entries = 40_004
const pageSize = 4
const pages = 10_000
const bar = 1.5

/** The ten-thousandth page of a long history, against the first. */
export async function historyRows({ siteUrl, databaseUrl, headers, login, cookie }: Parts): Promise<Row[]> {
  const db = openWorld(databaseUrl)
  await addHistory(db, login, entries)
  await db.close()
  const rows: Row[] = []
  for (const [name, path] of [
    ['cashier history', '/api/cashier.gethistory?type=deposit'],
    ['statement', '/api/cashier.getstatement?purse=main'],
  ] as const) {
    const page = (number: number): Ask => ({
      url: `${siteUrl}${path}&count=${pageSize}&offset=${(number - 1) * pageSize}`,
      headers: { ...headers, cookie },
    })
    const { ours, reference } = await rivals(page(pages), page(1), 3, 2)
    const ratio = reference / ours
    rows.push({
      name: `${name}, page ${pages.toLocaleString('en')} (how much slower)`,
      ours: `${Math.round(ours)}/s`,
      reference: `page 1 ${Math.round(reference)}/s`,
      ratio,
      bar: { text: `≤ ${bar.toFixed(2)}`, isMet: ratio <= bar },
    })
  }
  return rows
}
