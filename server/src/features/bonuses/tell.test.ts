import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { JobContext } from '../../context.ts'
import { run } from '../../operator/commands.ts'
import { testApp } from '../../test/app.ts'
import { giveBonus } from '../../test/bonuses.ts'
import { publishTemplates } from '../../test/campaigns.ts'
import { addPayer, houseOf } from '../../test/cashier.ts'
import { gameProvider } from '../../test/game-provider.ts'
import { freePort } from '../../test/http-browser.ts'
import { survive as surviveOn } from '../../test/killed.ts'
import { tellEndingPacks } from '../freespins/freespins.ts'
import { postPromotionLetters } from '../limits/limits.ts'
import { bonusHouse, bonusListeners, endDueBonuses } from './bonuses.ts'

const node = await testApp()
const other = await testApp({ beside: node })
const { db, as } = node
const house = houseOf(node)
const port = await freePort()
await node.app.listen({ port, host: '127.0.0.1' })
const sample = gameProvider(node, [`http://127.0.0.1:${port}`])
await publishTemplates(db)

let payer: Awaited<ReturnType<typeof addPayer>>
let me = as(null)
beforeEach(async () => {
  payer = await addPayer(node)
  me = as(payer.cookie)
})

type Told = { kind: string; params: Record<string, string> }
const told = async (): Promise<Told[]> => (await me.get('account.getNotices')).json.data
const kinds = async () => (await told()).map(({ kind }) => kind)
const forget = () => db.sql.deleteFrom('account_notice').where('player_id', '=', payer.id).execute()
const operate = (...words: string[]) => run(db, words, node.config)
const grant = () => operate('bonuses', 'grant', payer.login, 'half', '5.00', randomUUID())
const spins = () => operate('freespins', 'grant', payer.login, 'fruit-parade', '5', '0.20', '30')
/** An open bonus that nothing was said about yet. */
async function open(terms: Record<string, unknown> = {}): Promise<bigint> {
  const id = await giveBonus(db, { playerId: payer.id, amount: 1_000n, terms })
  await forget()
  return id
}
const subscribe = () =>
  db.sql.updateTable('account_player').set({ email_is_subscribed: true }).where('id', '=', payer.id).execute()
const subjects = async () => (await node.letters(payer.login)).map(({ subject }) => subject)

const houses = [house, houseOf(other)] as const
const survive = async (job: (ctx: JobContext) => Promise<void>) => expect(await surviveOn(houses, job)).toBe(true)

describe('a player is told', () => {
  test('of a bonus that waits for an answer, and of spins', async () => {
    await grant()
    await spins()
    expect(await told()).toMatchObject([
      { kind: 'bonusReady', params: { amount: '€5.00', date: expect.stringMatching(/^\d\d\.\d\d\.\d{4}$/) } },
      { kind: 'spinsReady', params: { game: 'Fruit Parade', count: '5' } },
    ])
  })

  test('not of what it does itself', async () => {
    await grant()
    const [bonus] = (await me.get('bonuses.get')).json.data.items
    await forget()
    await me.post('bonuses.activate', { bonus_id: bonus.id })
    await me.post('bonuses.remove', { bonus_id: bonus.id })
    expect(await kinds()).toEqual([])
  })

  test('of a bonus that was completed, and of the next that opened, each once', async () => {
    const bonusId = await open({ wagering: { times: 0.1 } })
    await giveBonus(db, { playerId: payer.id, amount: 2_000n })
    await forget()
    const table = await sample.launch(payer.id)
    await table.betwin(randomUUID(), '1.00', '3.00')
    const about = { bonusId: String(bonusId), playerId: String(payer.id) }
    await survive((ctx) => bonusListeners.bonusEnded(ctx, about))
    await node.runJobs()
    expect(await told()).toMatchObject([
      { kind: 'bonusCompleted', params: { amount: '€12.00' } },
      { kind: 'bonusOpened', params: { amount: '€20.00' } },
    ])
  })

  test('of a lost one in one line, once', async () => {
    const bonusId = await open()
    const table = await sample.launch(payer.id)
    await table.betwin(randomUUID(), '10.00', '0')
    await survive((ctx) => bonusListeners.bonusEnded(ctx, { bonusId: String(bonusId), playerId: String(payer.id) }))
    expect(await kinds()).toEqual(['bonusLost'])
  })

  test('of one whose time was over, once', async () => {
    const id = await open()
    await sql`update bonuses_bonus set expires_at = now() where id = ${id}`.execute(db.sql)
    await survive(endDueBonuses)
    expect(await kinds()).toEqual(['bonusExpired'])
  })

  test('three days before the end and one day before, each once', async () => {
    const id = await open()
    const endsIn = (hours: number) =>
      sql`update bonuses_bonus set expires_at = now() + make_interval(hours => ${hours}),
        activated_at = now() - interval '10 days' where id = ${id}`.execute(db.sql)
    await endsIn(73)
    await bonusHouse.tellEnding(house)
    expect(await kinds()).toEqual([])
    await endsIn(71)
    await survive(bonusHouse.tellEnding)
    expect(await told()).toMatchObject([{ kind: 'bonusEnding', params: { left: '€300.00' } }])
    await sql`update bonuses_bonus set told_at = now() - interval '50 hours' where id = ${id}`.execute(db.sql)
    await endsIn(23)
    await survive(bonusHouse.tellEnding)
    expect(await kinds()).toEqual(['bonusEnding', 'bonusEnding'])
  })

  test('not at once that a short one ends', async () => {
    await open({ days: 1 })
    await bonusHouse.tellEnding(house)
    expect(await kinds()).toEqual([])
  })

  test('of spins that end, three days and one day before', async () => {
    await spins()
    await forget()
    const endsIn = (hours: number) =>
      sql`update freespins_pack set expires_at = now() + make_interval(hours => ${hours}),
        told_at = told_at - interval '2 days', created_at = now() - interval '9 days'
        where player_id = ${payer.id}`.execute(db.sql)
    for (const hours of [80, 70, 20]) {
      await endsIn(hours)
      // With nothing to tell there is nothing to be killed in.
      expect(await surviveOn(houses, tellEndingPacks)).toBe(hours !== 80)
    }
    expect(await kinds()).toEqual(['spinsEnding', 'spinsEnding'])
  })

  test('of nothing that invites, in care; of nothing but losses, with promotions switched off', async () => {
    const id = await open()
    await operate('care', 'on', payer.login, 'asked')
    await forget()
    await sql`update bonuses_bonus set expires_at = now() + interval '1 hour', activated_at = now() - interval '9 days'
      where id = ${id}`.execute(db.sql)
    await bonusHouse.tellEnding(house)
    expect(await kinds()).toEqual([])
    await me.post('account.setPromotions', { is_on: '0' })
    expect((await operate('bonuses', 'revoke', String(id), 'Granted', 'twice.')).code).toBe(0)
    expect(await told()).toMatchObject([{ kind: 'bonusRevoked', params: { words: 'Granted twice.' } }])
  })
})

describe('letters', () => {
  const post = () => survive(postPromotionLetters)

  test('go to subscribers, at most one a day, with the way to end them', async () => {
    await subscribe()
    await grant()
    await spins()
    await post()
    expect(await subjects()).toEqual(['You have a new bonus'])
    expect((await node.letters(payer.login))[0]?.text).toContain('/unsubscribe?token=')
    await spins()
    await post()
    expect(await subjects()).toHaveLength(1)
    await sql`update limits_setting set promotion_letter_at = now() - interval '25 hours'
      where player_id = ${payer.id}`.execute(db.sql)
    await spins()
    await post()
    expect(await subjects()).toEqual(['You have free spins', 'You have a new bonus'])
  })

  test('do not go to who did not subscribe, nor through a gate that closed meanwhile', async () => {
    await grant()
    await post()
    await subscribe()
    await grant()
    await me.post('account.setPromotions', { is_on: '0' })
    await post()
    expect(await subjects()).toEqual([])
  })

  test('that a bonus was taken back goes to every player', async () => {
    const id = await open()
    await operate('bonuses', 'revoke', String(id), 'Granted', 'twice.')
    await post()
    const [letter] = await node.letters(payer.login)
    expect(letter).toMatchObject({
      subject: 'Your bonus was removed',
      text: expect.stringContaining('Granted twice.'),
    })
  })
})
