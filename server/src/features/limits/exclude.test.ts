import { contract, type MethodName, methodNames } from '@croupier/contract/contract'
import { selfExclusionPeriods } from '@croupier/contract/control'
import type { Method } from '@croupier/contract/method'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Tx } from '../../context.ts'
import { begin } from '../../db/db.ts'
import { cookieName } from '../../http/session.ts'
import { testApp } from '../../test/app.ts'
import { addPerson as addAccount } from '../../test/world.ts'
import { samePerson } from '../account/account.ts'
import { personKeys } from '../account/same-person.ts'
import { createSession, sessionLife } from '../auth/auth.ts'
import { askReturn, signInStanding } from './limits.ts'

const node = await testApp()
const { db, as, addPlayer, signIn, config, keys, runJobs, letters } = node
const otherNode = await testApp({ beside: node })

let count = 0
let login = ''
let playerId = 0n
let player = ''
const password = 'Croupier-1'
beforeEach(async () => {
  count += 1
  login = `player${count}@example.com`
  playerId = await addPlayer({ login, password, emailConfirmed: true })
  player = await signIn(playerId)
})

const exclude = (period: string, cookie = player) => as(cookie).post('account.selfExclude', { period })
const payoutSession = async (id = playerId) => {
  const opening = { playerId: id, lifeSeconds: sessionLife.short, userAgent: 'test', address: '127.0.0.1' }
  return `${cookieName(config)}=${await createSession(db.sql, keys, { ...opening, scope: 'payout' })}`
}
const logIn = (more: Record<string, string> = {}) => as(null).post('auth.login', { login, password, ...more })
const reasonOf = (answer: { json: { error: { error_data?: { reason?: string } } } }) =>
  answer.json.error.error_data?.reason
const standing = (id = playerId) => signInStanding(db.sql, id)
const closedUntil = async (id = playerId) => {
  const { rows } = await sql<{ until: string | null }>`select excluded_until::text as until
    from account_player where id = ${id}`.execute(db.sql)
  return rows[0]?.until ?? null
}

/** The clock moves on: everything that was said lies so much further back. */
async function pass(interval: string, id = playerId) {
  await sql`update limits_exclusion set started_at = started_at - ${interval}::interval,
    ends_at = ends_at - ${interval}::interval, return_asked_at = return_asked_at - ${interval}::interval
    where player_id = ${id}`.execute(db.sql)
  await sql`update account_player set excluded_until = excluded_until - ${interval}::interval
    where id = ${id}`.execute(db.sql)
}

describe('account.selfExclude', () => {
  test.each(selfExclusionPeriods)(
    '%s: every session ends at once, on every node, and no way in is open',
    async (period) => {
      const more = await Promise.all([signIn(playerId), signIn(playerId)])
      const answer = await exclude(period)
      expect(answer.status).toBe(200)
      expect(String(answer.headers['set-cookie'])).toContain('Max-Age=0')
      expect(answer.json.data.ends_at === null).toBe(period === 'permanent')
      for (const cookie of [player, ...more]) {
        for (const { as: ask } of [node, otherNode]) expect((await ask(cookie).get('account.getInfo')).status).toBe(401)
      }
      const refused = await logIn()
      expect([refused.status, reasonOf(refused)]).toEqual([401, 'SELF_EXCLUDED'])
      expect(await standing()).toMatchObject({ kind: 'excluded' })
      expect((await closedUntil()) === 'infinity').toBe(!period.endsWith('d'))
    },
  )

  test('a session that would have opened at the same moment opens nothing', async () => {
    await exclude('1y')
    const late = await signIn(playerId)
    expect((await as(late).get('account.getInfo')).status).toBe(401)
  })

  test('refuses a period that is not on the list', async () => {
    for (const period of ['2d', '', 'forever', '1Y']) expect((await exclude(period)).status).toBe(422)
    expect(await standing()).toEqual({ kind: 'free' })
  })

  test('ends mailings, writes a letter and stands in the trail', async () => {
    await sql`update account_player set email_is_subscribed = true, phone_is_subscribed = true
      where id = ${playerId}`.execute(db.sql)
    await exclude('6m')
    await runJobs()
    expect(await letters(login)).toHaveLength(1)
    const info = (await as(await payoutSession()).get('account.getInfo')).json.data
    expect(info).toMatchObject({ is_subscribed: false, is_payout_only: true })
    const events = await db.sql.selectFrom('account_event').select('kind').where('player_id', '=', playerId).execute()
    expect(events.map(({ kind }) => kind)).toContain('selfExcluded')
  })

  test('can only be made longer', async () => {
    await exclude('1y')
    const payout = await payoutSession()
    for (const period of ['1d', '30d', '6m']) expect(reasonOf(await exclude(period, payout))).toBe('EXCLUSION_SHORTER')
    expect((await exclude('2y', payout)).status).toBe(200)
    expect((await exclude('permanent', await payoutSession())).status).toBe(200)
    expect(reasonOf(await exclude('5y', await payoutSession()))).toBe('EXCLUSION_SHORTER')
    expect((await as(await payoutSession()).get('account.getLimits')).json.data.exclusion).toMatchObject({
      period: 'permanent',
      ends_at: null,
      is_break: false,
    })
  })

  test('thirty-two at once end as the longest of them', async () => {
    const cookies = await Promise.all(Array.from({ length: 32 }, () => signIn(playerId)))
    const periods = cookies.map((_, i) => selfExclusionPeriods[i % (selfExclusionPeriods.length - 1)] ?? '1d')
    await Promise.all(
      cookies.map((cookie, i) =>
        (i % 2 ? otherNode : node).as(cookie).post('account.selfExclude', { period: periods[i] ?? '1d' }),
      ),
    )
    const rows = await db.sql
      .selectFrom('limits_exclusion')
      .select('ends_at')
      .where('player_id', '=', playerId)
      .orderBy('id')
      .execute()
    const ends = rows.map(({ ends_at }) => ends_at?.getTime() ?? 0)
    expect(ends).toEqual(ends.toSorted((one, other) => one - other))
    expect(await standing()).toEqual({ kind: 'excluded', until: new Date(Math.max(...ends)) })
  })
})

/** Only what is proven reaches another account. */
const verify = (...ids: bigint[]) =>
  db.sql.updateTable('account_player').set({ verified_at: new Date() }).where('id', 'in', ids).execute()

describe('exclusion is by person', () => {
  async function link(key: string, ...ids: bigint[]) {
    await verify(...ids)
    await db.sql
      .insertInto('account_person_key')
      .values(ids.map((id) => ({ player_id: id, kind: 'document', key: Buffer.from(key.padStart(32)) })))
      .execute()
  }

  test('a stranger who types the same number closes no account', async () => {
    const strangerId = await addPlayer({ login: `stranger${count}@example.com` })
    await link(`document ${count}`, playerId, strangerId)
    await db.sql
      .updateTable('account_player')
      .set({ verified_at: null })
      .where('id', 'in', [playerId, strangerId])
      .execute()
    await exclude('permanent', await signIn(strangerId))
    expect(await standing()).toEqual({ kind: 'free' })
    expect((await as(player).get('account.getInfo')).status).toBe(200)
  })

  test('the other account of the same person is closed too, a stranger is not', async () => {
    const twinId = await addPlayer({ login: `twin${count}@example.com`, password, emailConfirmed: true })
    const strangerId = await addPlayer({ login: `stranger${count}@example.com` })
    await link(`document ${count}`, playerId, twinId)
    await link(`another ${count}`, strangerId)
    const [twin, stranger] = [await signIn(twinId), await signIn(strangerId)]
    const { ends_at } = (await exclude('9m')).json.data
    for (const { as: ask } of [node, otherNode]) {
      expect((await ask(twin).get('account.getInfo')).status).toBe(401)
      expect((await ask(stranger).get('account.getInfo')).status).toBe(200)
    }
    expect(await standing(twinId)).toEqual({ kind: 'excluded', until: new Date(ends_at) })
    login = `twin${count}@example.com`
    expect(reasonOf(await logIn())).toBe('SELF_EXCLUDED')
  })

  test('an account that is closed for longer stays so', async () => {
    const twinId = await addPlayer({ login: `twin${count}@example.com` })
    await exclude('permanent', await signIn(twinId))
    await link(`document ${count}`, playerId, twinId)
    expect((await exclude('7d')).status).toBe(200)
    expect(await standing(twinId)).toEqual({ kind: 'excluded', until: null })
    expect(await standing()).toMatchObject({ kind: 'excluded', until: expect.any(Date) })
  })

  test('two accounts of one person that exclude each other at once do not stand in each other’s way', async () => {
    for (let trial = 0; trial < 10; trial += 1) {
      const ids = await Promise.all([1, 2].map((n) => addPlayer({ login: `pair${count}-${trial}-${n}@example.com` })))
      await link(`pair ${count} ${trial}`, ...ids)
      const cookies = await Promise.all(ids.map((id) => signIn(id)))
      const answers = await Promise.all(cookies.map((cookie, i) => exclude(i ? '1y' : '2y', cookie)))
      // The one who comes late asks for less than there is, or has lost the session to the exclusion already.
      const isLate = ({ status, json }: (typeof answers)[number]) =>
        status === 401 || json.error?.error_data?.reason === 'EXCLUSION_SHORTER'
      expect(answers.filter(({ status }) => status === 200)).not.toEqual([])
      expect(answers.filter((answer) => answer.status !== 200 && !isLate(answer))).toEqual([])
      const [one, other] = await Promise.all(ids.map((id) => standing(id)))
      expect(one).toEqual(other)
    }
  })
})

describe('an account that is opened at the very moment of the exclusion', () => {
  const person = () => ({ documentType: 'passport', documentNumber: `X${count}` })
  const isWaiting = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_locks
      where not granted and database = (select oid from pg_database where datname = current_database())`.execute(db.sql)
    return (rows[0]?.count ?? 0) > 0
  }

  test('is refused, or excluded too: never open', async () => {
    const keysOfPerson = personKeys(person(), node.secrets.documentKey)
    await verify(playerId)
    await db.sql
      .insertInto('account_person_key')
      .values(keysOfPerson.map(({ kind, key }) => ({ player_id: playerId, kind, key })))
      .execute()
    let goOn = () => {}
    const pause = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let newId = 0n
    const registering = begin(db, async (tx) => {
      newId = await addPerson(tx)
      expect(await samePerson.isExcluded(tx, node.secrets.documentKey, person(), { besides: newId })).toBe(false)
      await pause
    })
    await expect.poll(() => newId).not.toBe(0n)
    const excluding = exclude('1y')
    await expect.poll(isWaiting).toBe(true)
    goOn()
    await registering
    expect((await excluding).status).toBe(200)
    expect(await standing(newId)).toMatchObject({ kind: 'excluded' })
    expect(await samePerson.isExcluded(db.sql, node.secrets.documentKey, person())).toBe(true)
  })

  async function addPerson(tx: Tx): Promise<bigint> {
    const name = `new${count}@example.com`
    const id = await addAccount(tx, { login: name })
    const keysOfPerson = personKeys(person(), node.secrets.documentKey)
    await tx
      .insertInto('account_person_key')
      .values(keysOfPerson.map(({ kind, key }) => ({ player_id: id, kind, key })))
      .execute()
    return id
  }
})

describe('the way back', () => {
  test('a break ends by itself, to the second', async () => {
    await exclude('7d')
    await pass('6 days 23 hours 59 minutes 50 seconds')
    expect(reasonOf(await logIn())).toBe('SELF_EXCLUDED')
    await pass('11 seconds')
    expect((await logIn()).json.data).toMatchObject({ is_payout_only: false })
  })

  test('anything longer needs the wish and a day', async () => {
    await exclude('3m')
    expect(reasonOf(await logIn({ confirm_return: '1' }))).toBe('SELF_EXCLUDED')
    await pass('89 days')
    expect(reasonOf(await logIn({ confirm_return: '1' }))).toBe('SELF_EXCLUDED')
    await pass('100 days')
    expect(reasonOf(await logIn())).toBe('RETURN_NEEDED')
    expect(await closedUntil()).toBe('infinity')

    const asked = await logIn({ confirm_return: '1' })
    expect(reasonOf(asked)).toBe('RETURN_WAITS')
    await pass('23 hours 59 minutes')
    expect(reasonOf(await logIn())).toBe('RETURN_WAITS')
    expect(reasonOf(await logIn({ confirm_return: '1' }))).toBe('RETURN_WAITS')
    await pass('1 minute')
    expect((await logIn()).json.data).toMatchObject({ is_payout_only: false })
  })

  test('asking again does not begin the day anew', async () => {
    await exclude('3m')
    await pass('200 days')
    const first = await begin(db, (tx) => askReturn(tx, playerId))
    const again = await Promise.all(Array.from({ length: 8 }, () => begin(db, (tx) => askReturn(tx, playerId))))
    expect(first).toMatchObject({ kind: 'returnWaits' })
    for (const each of again) expect(each).toEqual(first)
  })

  test('no player comes back from for good', async () => {
    await exclude('permanent')
    await pass('4000 days')
    expect(reasonOf(await logIn({ confirm_return: '1' }))).toBe('SELF_EXCLUDED')
    expect(await begin(db, (tx) => askReturn(tx, playerId))).toEqual({ kind: 'excluded', until: null })
  })

  test('a day off after a long exclusion is no way around the wish', async () => {
    await exclude('3m')
    await pass('200 days')
    expect((await exclude('1d', await payoutSession())).status).toBe(200)
    await pass('2 days')
    expect(reasonOf(await logIn())).toBe('RETURN_NEEDED')
    expect(await closedUntil()).toBe('infinity')
  })

  test('a new exclusion after the return is a new one', async () => {
    await exclude('3m')
    await pass('200 days')
    await logIn({ confirm_return: '1' })
    await pass('25 hours')
    expect((await logIn()).status).toBe(200)
    await exclude('7d', await signIn(playerId))
    expect(reasonOf(await logIn())).toBe('SELF_EXCLUDED')
    await pass('7 days')
    expect((await logIn()).status).toBe(200)
  })
})

describe('a session for the payout', () => {
  const described = (name: MethodName): Method => contract[name]
  const forPlayers = methodNames.filter((name) => described(name).who === 'player')
  const ask = async (name: MethodName, cookie: string) =>
    described(name).verb === 'GET' ? as(cookie).get(name) : as(cookie).post(name)

  test('opens what is marked for it and nothing else, over the whole contract', async () => {
    await exclude('1y')
    const wrong: string[] = []
    for (const name of forPlayers) {
      const answer = await ask(name, await payoutSession())
      const isShut = answer.status === 422 && reasonOf(answer) === 'SELF_EXCLUDED'
      if (isShut === (described(name).isForPayout === true)) wrong.push(name)
      if (answer.status === 401) wrong.push(`${name} does not know the session`)
    }
    expect(wrong).toEqual([])
    expect(forPlayers.length).toBeGreaterThan(20)
  })

  test('can be had by signing in for it, and is told apart', async () => {
    await exclude('1y')
    const answer = await logIn({ payout_only: '1' })
    expect(answer.json.data).toMatchObject({ is_payout_only: true })
  })
})
