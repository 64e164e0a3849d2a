import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { begin } from '../db/db.ts'
import { openListener } from '../db/listener.ts'
import { eachForItself } from '../faults.ts'
import { post } from '../features/mail/mail.ts'
import type { Happenings } from '../happenings.ts'
import { testApp } from '../test/app.ts'
import { command, testDatabase } from '../test/database.ts'
import { prepareJobs } from './boss.ts'
import { listeners as realListeners } from './events.ts'
import { openJobs } from './jobs.ts'

const db = await testDatabase()
const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) })

type Heard = { letterId: string }

type Hear<About = Heard> = (about: About) => Promise<unknown>
type NodeOptions = {
  isWorking?: boolean
  hear?: Hear
  /** A second listener of letters. */
  hearToo?: Hear
  hearClosed?: Hear<Happenings['round.closed']>
  hourly?: () => Promise<void>
}

const listenersOf = ({ hear = async () => {}, hearToo, hearClosed }: NodeOptions) => ({
  'mail.posted': {
    mail: (_: unknown, about: Heard) => hear(about),
    ...(hearToo && { second: (_: unknown, about: Heard) => hearToo(about) }),
  },
  'restore.asked': {},
  'guesses.stopped': {},
  'player.registered': {},
  'deposit.paid': {},
  'deposit.refunded': {},
  'payout.approved': {},
  'refund.wanted': {},
  'sessions.ended': {},
  'export.wanted': {},
  'exclusion.began': {},
  'currency.changed': {},
  'pack.ended': {},
  'market.resulted': {},
  'bet.settled': {},
  'bet.reopened': {},
  'level.reached': {},
  'points.promised': {},
  'bonus.ended': {},
  'bonus.late': {},
  'round.closed': { ...(hearClosed && { test: (_: unknown, about: Happenings['round.closed']) => hearClosed(about) }) },
})

/** A node whose listener for letters is the test's own. */
async function openNode({ isWorking = true, hourly, ...hears }: NodeOptions) {
  const listener = isWorking ? await openListener(db.url, log) : null
  const jobs = await openJobs({
    pool: db.pool,
    log,
    listener,
    ...(hourly && { hourly }),
    listeners: listenersOf(hears),
  })
  const house = { sql: db.sql }
  if (isWorking) await jobs.start(house)
  const close = async () => {
    await jobs.close()
    await listener?.close()
  }
  closers.push(close)
  return { jobs, house, close }
}

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
beforeEach(() => sql`delete from jobs.job`.execute(db.sql))

type Node = Awaited<ReturnType<typeof openNode>>
const announce = ({ jobs }: Node, letterId: string) => begin(db, (tx) => jobs.announce(tx, 'mail.posted', { letterId }))

const jobRows = async () => {
  const { rows } = await sql<{ state: string; retry_count: number; data: Heard; output: unknown; waits: number }>`
    select state, retry_count, data, output, extract(epoch from start_after - now())::float as waits
    from jobs.job where name = 'mail.posted/mail' order by created_on`.execute(db.sql)
  return rows
}

test('two nodes that start together agree on the tables', async () => {
  await command(db.url, 'drop schema jobs cascade')
  await Promise.all([0, 1, 2].map(() => prepareJobs(db.url, realListeners)))
  await prepareJobs(db.url, realListeners)
  const { rows } = await sql<{ name: string }>`select name from jobs.queue order by name`.execute(db.sql)
  expect(rows.map(({ name }) => name)).toEqual([
    'bet.reopened/loyalty',
    'bet.settled/loyalty',
    'bonus.ended/bonuses',
    'bonus.late/bonuses',
    'currency.changed/bonuses',
    'deposit.paid/cashier',
    'deposit.refunded/cashier',
    'exclusion.began/bonuses',
    'exclusion.began/tournaments',
    'export.wanted/bets',
    'export.wanted/rounds',
    'guesses.stopped/auth',
    'house.cleanup',
    'house.minute',
    'level.reached/campaigns',
    'mail.posted/mail',
    'market.resulted/bets',
    'pack.ended/rounds',
    'payout.approved/cashier',
    'player.registered/campaigns',
    'player.registered/tracking',
    'points.promised/loyalty',
    'refund.wanted/cashier',
    'restore.asked/auth',
    'sessions.ended/rounds',
  ])
})

describe('what was announced', () => {
  test('is heard soon after the transaction commits', async () => {
    const heard: string[] = []
    const node = await openNode({ hear: async ({ letterId }) => heard.push(letterId) })
    await announce(node, '1')
    await vi.waitFor(() => expect(heard).toEqual(['1']), 5_000)
  })

  test('is never heard when the transaction is taken back', async () => {
    const heard: string[] = []
    const node = await openNode({ isWorking: false, hear: async ({ letterId }) => heard.push(letterId) })
    const taken = begin(db, async (tx) => {
      await node.jobs.announce(tx, 'mail.posted', { letterId: '1' })
      throw new Error('taken back')
    })
    await expect(taken).rejects.toThrow('taken back')
    expect(await node.jobs.runAll(node.house)).toEqual([])
    expect(heard).toEqual([])
    expect(await jobRows()).toEqual([])
  })

  test('is not heard before the transaction commits', async () => {
    const heard: string[] = []
    const node = await openNode({ isWorking: false, hear: async ({ letterId }) => heard.push(letterId) })
    await begin(db, async (tx) => {
      await node.jobs.announce(tx, 'mail.posted', { letterId: '1' })
      await node.jobs.runAll(node.house)
      expect(heard).toEqual([])
    })
    await node.jobs.runAll(node.house)
    expect(heard).toEqual(['1'])
  })

  test('is heard by one of two nodes, each once', async () => {
    const heard: string[] = []
    const hear = async ({ letterId }: Heard) => heard.push(letterId)
    const [one, two] = [await openNode({ hear }), await openNode({ hear })]
    const ids = Array.from({ length: 40 }, (_, at) => String(at))
    await Promise.all(ids.map((id, at) => announce(at % 2 ? one : two, id)))
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(40), 20_000)
    expect([...heard].sort()).toEqual([...ids].sort())
  })

  test('is heard by the other node when the one that announced it is gone', async () => {
    const heard: string[] = []
    const silent = await openNode({ isWorking: false, hear: async () => {} })
    await announce(silent, '1')
    await silent.close()
    await openNode({ hear: async ({ letterId }) => heard.push(letterId) })
    await vi.waitFor(() => expect(heard).toEqual(['1']), 5_000)
  })
})

describe('a job that fails', () => {
  test('is tried again after seconds at first, then every few minutes, and given up after two days', async () => {
    const node = await openNode({
      isWorking: false,
      hear: async () => {
        throw new Error('away')
      },
    })
    await announce(node, '1')
    const waits: number[] = []
    while (waits.reduce((sum, wait) => sum + wait, 0) < 3_600) {
      expect(await node.jobs.runAll(node.house)).toHaveLength(1)
      const [job] = await jobRows()
      expect(job?.state).toBe('retry')
      waits.push(job?.waits ?? 0)
      await sql`update jobs.job set start_after = now() where name = 'mail.posted/mail'`.execute(db.sql)
    }
    expect(Math.max(...waits.slice(0, 3))).toBeLessThan(10)
    expect(Math.max(...waits)).toBeLessThanOrEqual(300)
    const { rows } = await sql<{ retry_limit: number; days: number }>`
      select retry_limit, extract(epoch from keep_until - created_on)::float / 86400 as days
      from jobs.job where name = 'mail.posted/mail'`.execute(db.sql)
    expect(((rows[0]?.retry_limit ?? 0) * 300) / 86_400).toBeGreaterThan(2)
    expect(rows[0]?.days).toBeGreaterThan(2)
  })

  test('tells the log its name and the name of the fault, and nothing else', async () => {
    const canary = 'anna@example.com 123456'
    const node = await openNode({
      isWorking: false,
      hear: async () => {
        throw Object.assign(new TypeError(`550 no such mailbox ${canary}`), { code: 'EENVELOPE', response: canary })
      },
    })
    await announce(node, '1')
    const faults = await node.jobs.runAll(node.house)
    expect(String(faults[0])).toContain(canary)
    expect(
      lines
        .filter((line) => line.includes('a job failed'))
        .map((line) => JSON.parse(line))
        .at(-1),
    ).toMatchObject({
      job: 'mail.posted/mail',
      fault: { name: 'TypeError', code: 'EENVELOPE' },
    })
    const worker = await openNode({
      hear: async () => {
        throw new Error(canary)
      },
    })
    await announce(worker, '2')
    await vi.waitFor(async () => expect((await jobRows()).at(-1)).toMatchObject({ state: 'retry' }), 5_000)
    expect(JSON.stringify(await jobRows())).not.toContain('anna')
    expect(lines.join()).not.toContain('anna')
  })

  test('does not hold up the others', async () => {
    const heard: string[] = []
    const node = await openNode({
      hear: async ({ letterId }) => {
        if (letterId === 'bad') throw new Error('away')
        heard.push(letterId)
      },
    })
    await announce(node, 'bad')
    await announce(node, 'good')
    await vi.waitFor(() => expect(heard).toEqual(['good']), 5_000)
  })
})

describe('two listeners of one happening', () => {
  test('both hear it, and the one that fails is tried again alone', async () => {
    const heard: string[] = []
    let isAway = true
    const hears = {
      hear: async ({ letterId }: Heard) => heard.push(`first ${letterId}`),
      hearToo: async ({ letterId }: Heard) => {
        heard.push(`second ${letterId}`)
        if (isAway) throw new Error('away')
      },
    }
    await prepareJobs(db.url, listenersOf(hears))
    const node = await openNode({ isWorking: false, ...hears })
    await announce(node, '1')
    expect(await node.jobs.runAll(node.house)).toHaveLength(1)
    expect(heard).toEqual(['first 1', 'second 1'])
    isAway = false
    await sql`update jobs.job set start_after = now()`.execute(db.sql)
    expect(await node.jobs.runAll(node.house)).toEqual([])
    expect(heard).toEqual(['first 1', 'second 1', 'second 1'])
    const { rows } = await sql`select name, state, retry_count from jobs.job order by name`.execute(db.sql)
    expect(rows).toEqual([
      { name: 'mail.posted/mail', state: 'completed', retry_count: 0 },
      { name: 'mail.posted/second', state: 'completed', retry_count: 1 },
    ])
  })

  test('workers keep them apart too', async () => {
    const heard: string[] = []
    const hears = {
      hear: async ({ letterId }: Heard) => heard.push(letterId),
      hearToo: async () => {
        throw new Error('away')
      },
    }
    await prepareJobs(db.url, listenersOf(hears))
    const node = await openNode(hears)
    await announce(node, '1')
    await announce(node, '2')
    await vi.waitFor(() => expect([...heard].sort()).toEqual(['1', '2']), 5_000)
  })
})

describe('a queue of the version before, which bore the name of the happening', () => {
  const before = () =>
    new PgBoss({ connectionString: db.url, schema: 'jobs', migrate: false, supervise: false, schedule: false })

  async function asBefore<T>(work: (boss: PgBoss) => Promise<T>): Promise<T> {
    const boss = before()
    await boss.start()
    try {
      return await work(boss)
    } finally {
      await boss.stop({ graceful: false })
    }
  }
  const makeQueue = () => asBefore((boss) => boss.createQueue('mail.posted', { notify: true }))
  const announceBefore = (letterId: string) => asBefore((boss) => boss.send('mail.posted', { letterId }))

  afterEach(() => asBefore((boss) => boss.deleteQueue('mail.posted')))

  test('loses nothing: what waits there is heard by every listener of today', async () => {
    const heard: string[] = []
    const hears = {
      hear: async ({ letterId }: Heard) => heard.push(`first ${letterId}`),
      hearToo: async ({ letterId }: Heard) => heard.push(`second ${letterId}`),
    }
    await makeQueue()
    await announceBefore('1')
    await prepareJobs(db.url, listenersOf(hears))
    const node = await openNode({ isWorking: false, ...hears })
    expect(await node.jobs.runAll(node.house)).toEqual([])
    expect(heard).toEqual(['first 1', 'second 1'])
    expect(await node.jobs.runAll(node.house)).toEqual([])
    expect(heard).toHaveLength(2)
  })

  test('is still drained while nodes of both versions run', async () => {
    const heard: string[] = []
    await makeQueue()
    await announceBefore('1')
    await openNode({ hear: async ({ letterId }) => heard.push(letterId) })
    await vi.waitFor(() => expect(heard).toEqual(['1']), 5_000)
    await announceBefore('2')
    await vi.waitFor(() => expect(heard).toEqual(['1', '2']), 5_000)
  })

  test('hands on what its own listener had failed at, with tries of its own', async () => {
    await makeQueue()
    await announceBefore('1')
    await sql`update jobs.job set state = 'retry', retry_count = 2 where name = 'mail.posted'`.execute(db.sql)
    const node = await openNode({
      isWorking: false,
      hear: async () => {
        throw new Error('away')
      },
    })
    expect(await node.jobs.runAll(node.house)).toHaveLength(1)
    expect(await jobRows()).toMatchObject([{ state: 'retry', data: { letterId: '1' } }])
  })
})

describe('rounds that a batch closed', () => {
  const rounds = ['a', 'b', 'c'].map((round) => ({ provider: 'studio', round }))

  test('cost nothing while there is no listener: not even a question', async () => {
    const node = await openNode({ isWorking: false })
    const queries: string[] = []
    const watched = db.sql.withPlugin({
      transformQuery: ({ node: query }) => {
        queries.push(query.kind)
        return query
      },
      transformResult: async ({ result }) => result,
    })
    await watched.transaction().execute(async (tx) => {
      await node.jobs.announce(tx, 'round.closed', { rounds })
    })
    expect(queries).toEqual([])
    const { rows } = await sql`select name from jobs.job`.execute(db.sql)
    expect(rows).toEqual([])
  })

  test('are one row for the whole batch where there is one', async () => {
    const heard: unknown[] = []
    const hears = { hearClosed: async (about: Happenings['round.closed']) => heard.push(about) }
    await prepareJobs(db.url, listenersOf(hears))
    const node = await openNode({ isWorking: false, ...hears })
    await begin(db, (tx) => node.jobs.announce(tx, 'round.closed', { rounds }))
    const { rows } = await sql`select name, data from jobs.job`.execute(db.sql)
    expect(rows).toEqual([{ name: 'round.closed/test', data: { rounds } }])
    await node.jobs.runAll(node.house)
    expect(heard).toEqual([{ rounds }])
  })
})

test('closing lets a job that runs finish', async () => {
  const steps: string[] = []
  const node = await openNode({
    hear: async () => {
      steps.push('begun')
      await sleep(300)
      steps.push('done')
    },
  })
  await announce(node, '1')
  await vi.waitFor(() => expect(steps).toEqual(['begun']), 5_000)
  await node.close()
  expect(steps).toEqual(['begun', 'done'])
  expect(await jobRows()).toMatchObject([{ state: 'completed' }])
})

test('a node whose listening connection is cut hears again', async () => {
  const heard: string[] = []
  const node = await openNode({ hear: async ({ letterId }) => heard.push(letterId) })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'croupier listener' and datname = current_database()`.execute(db.sql)
  await announce(node, '1')
  await vi.waitFor(() => expect(heard).toEqual(['1']), 5_000)
  await announce(node, '2')
  await vi.waitFor(() => expect(heard).toEqual(['1', '2']), 5_000)
})

test('what is due without a notice is found by the look at all queues', async () => {
  const heard: string[] = []
  const node = await openNode({
    hear: async ({ letterId }) => {
      heard.push(letterId)
      if (heard.length === 1) throw new Error('the gateway is away')
    },
  })
  await announce(node, '1')
  await vi.waitFor(() => expect(heard).toEqual(['1', '1']), 15_000)
})

test('a job of a process that was killed is taken up again', async () => {
  const heard: string[] = []
  const node = await openNode({ isWorking: false, hear: async ({ letterId }) => heard.push(letterId) })
  await announce(node, '1')
  await sql`update jobs.job set state = 'active', started_on = now() - interval '61 seconds'
    where name = 'mail.posted/mail'`.execute(db.sql)
  await node.jobs.runAll(node.house)
  expect(heard).toEqual([])
  const watch = new PgBoss({
    connectionString: db.url,
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await watch.start()
  await watch.supervise('mail.posted/mail')
  await watch.stop({ graceful: false })
  await sql`update jobs.job set start_after = now() where name = 'mail.posted/mail'`.execute(db.sql)
  await node.jobs.runAll(node.house)
  expect(heard).toEqual(['1'])
})

test('what the clock says is looked after, though old rows could not be swept away', async () => {
  await sql`alter table codes_code rename to codes_away`.execute(db.sql)
  const asking = new PgBoss({
    connectionString: db.url,
    schema: 'jobs',
    migrate: false,
    supervise: false,
    schedule: false,
  })
  await asking.start()
  await asking.send('house.cleanup', {})
  await asking.stop({ graceful: false })
  let looked = 0
  await openNode({
    hourly: async () => {
      looked += 1
    },
  })
  await vi.waitFor(() => expect(looked).toBe(1), 40_000)
  await vi.waitFor(() => expect(lines.join()).toContain('"job":"house.cleanup"'), 5_000)
  await sql`alter table codes_away rename to codes_code`.execute(db.sql)
}, 60_000)

test('a chore of the clock that fails keeps no other from its work, and is told of', async () => {
  const done: string[] = []
  const chores = ['one', 'two', 'three'].map((name) => async () => {
    if (name === 'two') throw new Error('not today')
    done.push(name)
  })
  await expect(eachForItself({ log: pino({ level: 'silent' }) }, chores)).rejects.toThrow('not today')
  expect(done).toEqual(['one', 'three'])
})

test('a database that cuts every connection stops nothing for long', async () => {
  const heard: string[] = []
  const node = await openNode({ hear: async ({ letterId }) => heard.push(letterId) })
  for (const round of ['1', '2', '3']) {
    await command(
      db.url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await vi.waitFor(() => announce(node, round), 5_000)
    await vi.waitFor(() => expect(heard).toContain(round), 10_000)
  }
})

test('the real process sends letters by itself', async () => {
  const app = await testApp({ hasWorkers: true })
  await begin(app.db, (tx) =>
    post(app.parts, tx, {
      channel: 'email',
      to: 'anna@example.com',
      kind: 'twoFactorCode',
      locale: 'en',
      params: { code: '123456' },
    }),
  )
  const outbox = () => app.send({ url: '/sandbox/outbox.json?to=anna@example.com' })
  await vi.waitFor(async () => expect((await outbox()).json.items).toHaveLength(1), 20_000)
  const { rows } = await sql<{
    name: string
    cron: string
  }>`select name, cron from jobs.schedule order by name`.execute(app.db.sql)
  expect(rows).toEqual([
    { name: 'house.cleanup', cron: '17 * * * *' },
    { name: 'house.minute', cron: '* * * * *' },
  ])
})
