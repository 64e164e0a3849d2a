import { expect, test } from 'vitest'
import { checkRules } from '../features/bets/bets.ts'
import { testApp } from '../test/app.ts'
import { betsDesk, endDelays, placeOne, single } from '../test/bets-desk.ts'
import { run as runCommand } from './commands.ts'

const node = await testApp({ env: { SPORTS_FEED: 'simulated' } })
const { db, config } = node
const say = (line: string) => runCommand(db, line.split(' '), config)
const { match, pickOf, player } = await betsDesk(node)
const { cookie } = await player('1000.00')
const ask = (event: string, more = {}) => placeOne(node, cookie, single(pickOf(event), more))
const eventOf = (event: string) => pickOf(event).split('/')[0]

test('what the house may lose stands by outcome, market and event, the largest first', async () => {
  expect((await say('sports exposure')).lines).toEqual(['No bet could cost the house anything.'])
  await ask('m1', { stake: '30.00' })
  await ask('m2')
  const under = { picks: [{ pick: pickOf('m1', 'total/ft/2.5/under'), price: 1950, version: 1 }] }
  await placeOne(node, cookie, single('', under))
  const [one, two] = [eventOf('m1'), eventOf('m2')]
  const named = (id: string | undefined) => `event ${id} reds – blues`
  expect((await say('sports exposure')).lines.map((line) => line.replace(/market \d+/, 'market'))).toEqual([
    `35.40  ${named(one)}  market result ft  1`,
    `11.80  ${named(two)}  market result ft  1`,
    `9.50  ${named(one)}  market total ft 2.5  under`,
  ])
  expect((await say('sports exposure events')).lines).toEqual([`44.90  ${named(one)}`, `11.80  ${named(two)}`])
  expect((await say('sports exposure markets')).lines).toHaveLength(3)
  expect((await say('sports exposure nonsense')).code).toBe(2)
})

test('a sport, a tournament or an event is closed with a reason that the player reads, for bets that wait too', async () => {
  const { rows } = await db.sql
    .selectFrom('sports_event')
    .select('tournament_id as id')
    .limit(1)
    .execute()
    .then((found) => ({
      rows: found,
    }))
  const tournament = rows[0]?.id
  for (const [scope, name] of [
    ['sport', 'football'],
    ['tournament', tournament],
    ['event', eventOf('m3')],
  ]) {
    expect((await say(`sports close ${scope} ${name} a strike of referees`)).code).toBe(0)
    expect((await ask('m3')).error).toMatchObject({ reason: 'GAME_CLOSED', data: { cause: 'a strike of referees' } })
    const { json } = await node.as(cookie).post('bets.quote', { bets: JSON.stringify([single(pickOf('m3'))]) })
    expect(json.data.items[0].error).toMatchObject({ reason: 'GAME_CLOSED' })
    expect((await say('sports closed')).lines[0]).toMatch(`${scope} ${name}  closed since`)
    expect((await say(`sports open ${scope} ${name}`)).code).toBe(0)
    expect((await say(`sports open ${scope} ${name}`)).code).toBe(1)
    expect((await ask('m3')).bet?.state).toBe('open')
  }
  await say(`sports close event ${eventOf('m4')} late`)
  expect((await ask('m5')).bet?.state).toBe('open')
  expect((await say('sports close sport curling why not')).lines).toEqual(['There is no sport curling.'])
  expect((await say('sports close event x1 why not')).code).toBe(1)
  expect((await say('sports close sport football')).code).toBe(2)
  await match('waits', true)
  const waiting = await ask('waits')
  expect(waiting.bet?.state).toBe('pending')
  await say(`sports close event ${eventOf('waits')} seen on the pitch`)
  await endDelays(node)
  const { json } = await node.as(cookie).get('bets.getBet', { id: waiting.bet?.id ?? '' })
  expect(json.data).toMatchObject({
    bet: { state: 'refused', refused: { reason: 'GAME_CLOSED', data: { cause: 'seen on the pitch' } } },
    steps: [{ actor: 'player' }, { actor: 'house', reason: 'GAME_CLOSED' }],
  })
})

test('bets that wait when the operator stops their match say why it did', async () => {
  await match('stopped', true)
  const { bet } = await ask('stopped')
  expect((await say(`sports close ${eventOf('stopped')} a dog on the pitch`)).code).toBe(0)
  await endDelays(node)
  const { json } = await node.as(cookie).get('bets.getBet', { id: bet?.id ?? '' })
  expect(json.data).toMatchObject({
    bet: { state: 'refused', refused: { reason: 'MARKET_SUSPENDED', data: { words: 'a dog on the pitch' } } },
    steps: [{ kind: 'held' }, { kind: 'released', actor: 'house', reason: 'a dog on the pitch' }],
  })
})

test('a house whose open bets name rules that it does not have does not start', async () => {
  await expect(checkRules(db.sql)).resolves.toBeUndefined()
  const open = () => db.sql.updateTable('bets_bet').where('state', '=', 'open')
  await open().set({ rules: 'football/0,football/1' }).execute()
  await expect(checkRules(db.sql)).rejects.toThrow('does not have: football/0.')
  await open().set({ rules: 'football/1' }).execute()
})
