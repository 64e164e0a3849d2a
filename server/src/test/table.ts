import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto'
import { isCurrency } from '@croupier/contract/money'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import { begin, type Database, type Db } from '../db/db.ts'
import { allCompanions } from '../features/rounds/companions/companions.ts'
import { openRounds, openSession } from '../features/rounds/rounds.ts'
import { ownerOfChain, sealChance } from '../features/rounds/sealed-chance.ts'
import { tableGame } from '../features/rounds/table/game.ts'
import { actAtTable, playAtTable, type TableLaunch } from '../features/rounds/table/play-at-table.ts'
import { openTable } from '../features/rounds/table/run-table.ts'
import type { Log } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { fund } from './game-provider.ts'

type Node = { db: Database; config: Config; secrets: Secrets; log: Log }

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

/** The point by the published words of the rules, with nothing of ours: 99 ÷ u in hundredths. */
export function pointBy(seed: Buffer, salt: string, place: number): number {
  const block = createHmac('sha256', seed).update(`${salt}:${place}:0`).digest()
  // Two words are more than enough to be sure, but for one round in many millions.
  const u = block.readBigUInt64BE(0)
  const point = u === 0n ? 1_000_000 : Number((99n * 2n ** 64n) / u)
  return Math.min(1_000_000, Math.max(100, point))
}

/** The links of a chain, from the root to the one that is published. */
function linksFrom(root: Buffer, length: number): Buffer[] {
  const links = [root]
  for (let at = 0; at < length; at += 1) links.push(sha256(links[at] ?? root))
  return links
}

type Planted = {
  length: number
  salt: string | null
  isRight: (points: readonly number[]) => boolean
  /** With these its root is sealed, as the house does it. */
  keys?: Secrets
}

/** A chain whose ends are known to the test alone. The one before it, and the round that waits with it, are used up. */
export async function plantChain(db: Db, { length, salt, isRight, keys }: Planted) {
  for (;;) {
    const links = linksFrom(randomBytes(32), length)
    const points = links
      .slice(0, length)
      .toReversed()
      .map((link, at) => (salt === null ? 0 : pointBy(link, salt, at + 1)))
    const [root, seed, terminal] = [links[0], links[length - 1], links[length]]
    if (!root || !seed || !terminal) throw new Error('a chain without links')
    if (salt !== null && !isRight(points)) continue
    await sql`update rounds_chain set used = length`.execute(db)
    await sql`update rounds_shared set phase = 'over', ended_at = now() - interval '1 hour', point = coalesce(point, 100),
      hash = coalesce(hash, '\\x00')`.execute(db)
    await db
      .insertInto('rounds_chain')
      .values({
        game: 'liftoff',
        length,
        root: keys ? sealChance(root, ownerOfChain('liftoff'), keys) : root,
        terminal_hash: terminal,
        salt,
      })
      .execute()
    return { links, seed, terminal, point: points[0] ?? 0 }
  }
}

/** The table of Liftoff in a test's hands: its chain is known, its clock can be pushed. */
export function testTable(node: Node) {
  const { db, config, secrets, log } = node
  const game = tableGame('liftoff')
  if (!game) throw new Error('no such game')
  const announce = async () => {}
  const own = {
    sql: db.sql,
    begin: <T>(work: Parameters<typeof begin<T>>[1]) => begin(db, work),
    config,
    keys: secrets,
    announce,
    log,
  }
  const house = { ...own, companions: allCompanions(own), rounds: openRounds(own) }
  const times = { openMs: 60_000, overMs: 0 }

  const open = (more: Partial<typeof times> = {}) =>
    openTable({ house, game, probe: async () => {}, times: { ...times, ...more }, chainLength: 16 })
  let count = 0

  const last = () =>
    db.sql.selectFrom('rounds_shared').selectAll().where('game', '=', 'liftoff').orderBy('id', 'desc').limit(1)

  return {
    house,
    game,
    open,
    round: () => last().executeTakeFirstOrThrow(),

    /** A fresh chain whose first round ends where the test wants; without a salt that is unknown. */
    async chain(
      wanted: (point: number) => boolean,
      { length = 4, salt = 'salt' }: { length?: number; salt?: string | null } = {},
    ) {
      const chain = await plantChain(db.sql, { length, salt, keys: secrets, isRight: ([first]) => wanted(first ?? 0) })
      await sql`insert into rounds_table (game) values ('liftoff') on conflict do nothing`.execute(db.sql)
      await sql`update rounds_table set watched_at = now() + interval '1 hour', holder = null`.execute(db.sql)
      return chain
    },

    /** As if so much time had gone by. */
    async push(ms: number) {
      await sql`update rounds_shared set starts_at = starts_at - make_interval(secs => ${ms / 1_000}::float8)
        where id = (select max(id) from rounds_shared)`.execute(db.sql)
    },

    /** Its start is now. */
    async startNow() {
      await sql`update rounds_shared set starts_at = clock_timestamp()
        where id = (select max(id) from rounds_shared)`.execute(db.sql)
    },

    /** A player who launched the game, with so much money. */
    async launch(
      add: (player: { login: string; currency?: string }) => Promise<bigint>,
      { currency = 'EUR', amount = '100.00', playerId }: { currency?: string; amount?: string; playerId?: bigint } = {},
    ) {
      count += 1
      const id = playerId ?? (await add({ login: `flyer${count}-${randomUUID()}@example.com` }))
      if (!isCurrency(currency)) throw new Error('no such currency')
      if (amount !== '0') await fund(node, id, amount, currency)
      const mode = currency === 'FUN' ? 'demo' : 'real'
      const session = { playerId: id, provider: 'studio', game: 'liftoff', mode, currency, lifeSeconds: 3_600 } as const
      const token = await begin(db, (tx) => openSession(tx, session))
      return { token, ...this.seat({ playerId: id, guestId: null, token, mode, currency }) }
    },

    seat({ token, ...who }: Omit<TableLaunch, 'game' | 'tokenHash'> & { token: string }) {
      const tokenHash = createHash('sha256').update(token).digest('hex')
      const launch: TableLaunch = { ...who, game: 'liftoff', tokenHash }
      const cash = (round: string, choice: unknown = { cash: true }, step = 1) =>
        actAtTable(house, launch, { round, step, choice: JSON.stringify(choice) })
      return {
        ...who,
        launch,
        stake: (round: string, stake = '1.00', auto: number | null = null) =>
          playAtTable(house, launch, { round, stake, choice: JSON.stringify({ auto }) }),
        choose: (round: string, choice: string, stake = '1.00') => playAtTable(house, launch, { round, stake, choice }),
        cash,
        look: (round: string) => cash(round, { look: true }),
      }
    },
  }
}
