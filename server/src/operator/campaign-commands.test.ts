import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { studioGames } from '@croupier/studio/games'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '../config.ts'
import { begin } from '../db/db.ts'
import { live, publishShipped, stopShipped } from '../features/campaigns/campaigns.ts'
import { installGames } from '../features/games/games.ts'
import { testApp } from '../test/app.ts'
import { contentWith } from '../test/content.ts'
import { run } from './commands.ts'

const house = await testApp()
const { db } = house
await installGames(db, studioGames, { isSandboxOn: false, isSportsOn: false })

const own = join(import.meta.dirname, '../../../content')
const read = (name: string) => JSON.parse(readFileSync(join(own, `site/collections/${name}.json`), 'utf8'))
const dataDir = house.config.dataDir
const config = parseConfig({ NODE_ENV: 'test', DATA_DIR: dataDir })
const operate = (args: string[], { dir = own, settings = config } = {}) => run(db, args, settings, dir)
const stateOf = async (name: string, dir = own) =>
  (await operate(['campaigns', 'list'], { dir })).lines.find((line) => line.startsWith(`${name} `)) ?? ''

describe('publishing', () => {
  test('nothing is in force before the operator says the word', async () => {
    expect(await stateOf('bonus-templates/welcome-half')).toContain('never published')
    const asked = await operate(['campaigns', 'publish', 'welcome-half'])
    expect([asked.code, asked.lines.at(-1)]).toEqual([1, expect.stringContaining('with the word publish')])
    expect(await live['bonus-templates'].read(db.sql, 'welcome-half')).toBeNull()
    expect((await operate(['campaigns', 'publish', 'welcome-half', 'yes'])).code).toBe(2)
    expect((await operate(['campaigns', 'publish', 'nothing', 'publish'])).lines[0]).toContain('nothing')
  })

  test('what names something that is not published is refused, and in its order all of it goes', async () => {
    const early = await operate(['campaigns', 'publish', 'welcome', 'publish'])
    expect([early.code, early.lines[1]]).toEqual([1, 'offer welcome-first: no published template welcome-half'])
    expect((await operate(['campaigns', 'publish', 'welcome-half', 'publish'])).code).toBe(0)
    const late = await operate(['campaigns', 'publish', 'welcome', 'publish'])
    expect(late.code).toBe(0)
    expect(late.lines).toContain('welcome-first: at most 100.00 EUR a claim, no end in all')
    expect((await live.campaigns.read(db.sql, 'welcome'))?.terms.offers[0]?.params.deposit_number).toBe(1)
  })

  test('an edit changes nothing but a line in the list, until it is published', async () => {
    const edited = read('bonus-templates')
    edited[0].terms.wagering.times = 35
    const dir = contentWith({ 'collections/bonus-templates.json': edited })
    expect(await stateOf('bonus-templates/welcome-half', dir)).toContain('edited since, not published')
    expect((await live['bonus-templates'].read(db.sql, 'welcome-half'))?.terms.wagering.times).toBe(3_000)
    expect((await operate(['campaigns', 'show', 'welcome-half'], { dir })).lines).toContain('wagering.times: 30 → 35')
    await operate(['campaigns', 'publish', 'bonus-templates/welcome-half', 'publish'], { dir })
    expect((await live['bonus-templates'].read(db.sql, 'welcome-half'))?.terms.wagering.times).toBe(3_500)
    expect(await stateOf('bonus-templates/welcome-half', dir)).toContain('  live')
    const texts = read('bonus-templates')
    texts[0].terms.wagering.times = 35
    texts[0].title = 'Another'
    expect(
      await stateOf('bonus-templates/welcome-half', contentWith({ 'collections/bonus-templates.json': texts })),
    ).toContain('  live')
  })

  test('example 39: the British house refuses twelve times', async () => {
    const british = parseConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, JURISDICTION: 'uk' })
    const edited = read('bonus-templates')
    edited[1].terms = {
      ...edited[1].terms,
      contributions: [],
      asks_first: true,
      wagering: { basis: 'bonus', times: 12 },
    }
    const dir = contentWith({ 'collections/bonus-templates.json': edited })
    const refused = await operate(['campaigns', 'publish', 'reload-quarter', 'publish'], { dir, settings: british })
    expect(refused).toEqual({
      lines: ['reload-quarter is not published:', 'wagering 12 × is more than 10 ×'],
      code: 1,
    })
  })

  test('a stopped one is not in force, and may be published again', async () => {
    expect((await operate(['campaigns', 'stop', 'welcome'])).code).toBe(0)
    expect((await operate(['campaigns', 'stop', 'welcome'])).code).toBe(1)
    expect(await stateOf('campaigns/welcome')).toContain('stopped')
    await operate(['campaigns', 'publish', 'welcome', 'publish'])
    expect(await stateOf('campaigns/welcome')).toContain('  live')
  })
})

describe('the demo world', () => {
  const ship = () =>
    publishShipped({ begin: (work) => begin(db, work), content: house.content, jurisdiction: 'default' })

  test('publishes everything that is shipped, twice the same, and leaves alone what an operator did', async () => {
    await operate(['campaigns', 'stop', 'welcome'])
    expect(await Promise.all([ship(), ship()])).toEqual([[], []])
    const { lines } = await operate(['campaigns', 'list'])
    const others = lines.filter(
      (line) => !/welcome-half|campaigns\/welcome(-uk)? |loyalty-programs\/casino-club /.test(line),
    )
    expect(others.length).toBeGreaterThan(6)
    expect(others.filter((line) => !line.includes('  live'))).toEqual([])
    expect(await stateOf('campaigns/welcome')).toContain('stopped')
  })

  test('in Britain has an offer of its own, and leaves out what the law there does not allow', async () => {
    const british = await testApp()
    await installGames(british.db, studioGames, { isSandboxOn: false, isSportsOn: false })
    const left = await publishShipped({
      begin: (work) => begin(british.db, work),
      content: british.content,
      jurisdiction: 'uk',
    })
    expect(left.filter((line) => line.includes('welcome-uk') || line.includes('welcome-tenfold'))).toEqual([])
    const rows = british.db.sql.selectFrom('campaigns_live').select('sysname').where('kind', '=', 'campaigns')
    const published = (await rows.execute()).map(({ sysname }) => sysname)
    expect(published).toContain('welcome-uk')
    expect(published).not.toContain('welcome')
    // One product in each programme.
    const clubs = british.db.sql.selectFrom('campaigns_live').select('sysname').where('kind', '=', 'loyalty-programs')
    expect(await clubs.execute()).toEqual([{ sysname: 'casino-club' }])
  })

  test('without the sandbox what it published is not in force', async () => {
    await stopShipped(db.sql)
    expect(await stateOf('campaigns/reload')).toContain('stopped')
    await ship()
    expect(await stateOf('campaigns/reload')).toContain('  live')
  })
})

test('players are invited by a file of logins, all of it or nothing', async () => {
  await house.addPlayer({ login: 'one@example.com' })
  await house.addPlayer({ login: 'two@example.com' })
  const file = join(dataDir, 'logins.txt')
  const members = () =>
    db.sql.selectFrom('campaigns_segment').select('player_id').where('segment', '=', 'vip').execute()
  writeFileSync(file, 'one@example.com\n\n TWO@example.com \none@example.com\n')
  expect((await operate(['campaigns', 'invite', 'vip', file])).lines).toEqual(['vip has 2 players.'])
  writeFileSync(file, 'one@example.com\nthree@example.com\n')
  expect(await operate(['campaigns', 'invite', 'vip', file])).toEqual({
    lines: ['No player is called three@example.com.', 'Nothing was changed.'],
    code: 1,
  })
  expect(await members()).toHaveLength(2)
  writeFileSync(file, 'two@example.com\n')
  await operate(['campaigns', 'invite', 'vip', file])
  expect(await members()).toHaveLength(1)
  expect((await operate(['campaigns', 'invite', 'vip', join(dataDir, 'none')])).code).toBe(1)
})
