import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { type JointQuestion, jointQuestion } from '@croupier/sportsbook/feed'
import type { Database } from '../server/src/db/db.ts'
import { signCall } from '../server/src/signed-call.ts'
import { fixtureOf, makeLasting, pricesOf, resultMarket, type SentMessage } from '../server/src/test/feed.ts'
import { openPatient } from '../server/src/test/patient.ts'
import { databaseUrl } from './sign-in.ts'

/** The one producer of a journey: nothing happens on its site that the journey does not tell. */
export const producer = 'journey'

/** Signs and numbers messages as `docs/sports-feed.md` asks, and sends them to a site. */
export async function openFeed({ url, dir }: { url: string; dir: string }) {
  const inDatabase = async (work: (db: Database) => Promise<unknown>) => {
    const db = openPatient(databaseUrl(dir))
    await work(db).finally(db.close)
  }
  await inDatabase(makeLasting)
  const secret = (await readFile(join(dir, 'secrets', `feed-${producer}-secret`), 'utf8')).trim()
  let next = 1
  let last = Promise.resolve()
  return {
    /** One after the other: two at once would have the same numbers, and one of them would be taken for a repetition. */
    tell(...messages: SentMessage[]): Promise<void> {
      const told = last.then(() => send(messages))
      last = told.catch(() => undefined)
      return told
    },
    /** As if nothing had been told for eleven seconds. */
    fallSilent: () =>
      inDatabase(({ sql }) =>
        sql
          .updateTable('sports_producer')
          .set({ alive_at: new Date(Date.now() - 11_000) })
          .execute(),
      ),
  }
  async function send(messages: readonly SentMessage[]): Promise<void> {
    const body = JSON.stringify({ epoch: 1, first: next, messages })
    const timestamp = String(Date.now())
    const answer = await fetch(`${url}/feed/v1/${producer}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-producer': producer,
        'x-timestamp': timestamp,
        'x-signature': signCall(secret, { timestamp, body }),
      },
      body,
    })
    if (!answer.ok) throw new Error(`the feed was refused: ${answer.status} ${await answer.text()}`)
    next += messages.length
  }
}

export type Feed = Awaited<ReturnType<typeof openFeed>>

/** The producer's own door: what it says of the parts of a builder; nothing, where it does not answer. */
export async function openJoint() {
  const door = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part)
    joint.asked += 1
    const said = joint.answer(jointQuestion.parse(JSON.parse(Buffer.concat(parts).toString('utf8'))))
    if (said) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  })
  await new Promise<void>((ready) => door.listen(0, '127.0.0.1', ready))
  const address = door.address()
  const joint = {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    asked: 0,
    answer: (_: JointQuestion): object | null => null,
    close: () => {
      door.closeAllConnections()
      return new Promise((closed) => door.close(closed))
    },
  }
  return joint
}

export type Joint = Awaited<ReturnType<typeof openJoint>>

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().replace(/\.\d+Z$/, 'Z')

const named = (en: string, ru: string = en) => ({ en, ru })

const teams: Record<string, string> = {
  alameda: 'Real Alameda',
  azul: 'Torre Azul',
  marina: 'Marina FC',
  valdoro: 'Valdoro',
  oxmoor: 'Oxmoor',
  pico: 'Pico Norte',
}

const tree: SentMessage = {
  kind: 'tree',
  sports: [
    { sysname: 'football', names: named('Football', 'Футбол'), position: 1 },
    { sysname: 'tennis', names: named('Tennis', 'Теннис'), position: 2 },
  ],
  categories: [
    { ref: 'spain', sport: 'football', names: named('Spain', 'Испания'), position: 1 },
    { ref: 'tour', sport: 'tennis', names: named('World tour'), position: 1 },
  ],
  tournaments: [
    { ref: 'liga', category: 'spain', names: named('Liga Primera'), position: 1, tier: 'A' },
    { ref: 'open', category: 'tour', names: named('Nordhaven Open'), position: 1, tier: 'A' },
  ],
  competitors: [
    ...Object.entries(teams).map(([ref, name]) => ({ ref, sport: 'football', names: named(name) })),
    { ref: 'lindqvist', sport: 'tennis', names: named('K. Lindqvist') },
    { ref: 'moreau', sport: 'tennis', names: named('T. Moreau') },
  ],
}

const clockAt = (period: string, seconds: number) => ({
  ...{ period, seconds, speed: 1, is_running: true },
  at: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
})

const winner: Parameters<typeof pricesOf>[1] = {
  ...{ type: 'winner', period: 'ft', line: null, state: 'open', is_live: true },
  ...{ prices: [1550, 2440], wins: [610_000_000, 390_000_000], backs: [0, 0] },
}

const liga = { tournament: 'liga', has_live: true, format: { minutes: 90 } }

/** Two leagues: one football match is played, two come today, one tomorrow; one tennis match comes today. */
export const smallWorld = (): SentMessage[] => [
  { kind: 'snapshot_begin' },
  tree,
  fixtureOf('derby', { ...liga, home: 'alameda', away: 'azul', starts_at: inHours(-0.2) }),
  fixtureOf('coast', { ...liga, home: 'marina', away: 'valdoro', starts_at: inHours(2) }),
  fixtureOf('north', { ...liga, home: 'oxmoor', away: 'pico', starts_at: inHours(30) }),
  fixtureOf('final', { ...liga, tournament: 'open', home: 'lindqvist', away: 'moreau', starts_at: inHours(1) }),
  pricesOf('derby', resultMarket([2100, 3250, 3550])),
  pricesOf('coast', resultMarket([2740, 3120, 2740])),
  pricesOf('north', resultMarket([2180, 3320, 3420])),
  pricesOf('final', winner),
  {
    kind: 'state',
    event: 'derby',
    state: 'live',
    reason: '',
    clock: clockAt('h1', 700),
    score: { ft: [0, 0], h1: [0, 0] },
  },
  { kind: 'snapshot_end' },
]
