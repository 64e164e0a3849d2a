import { beforeAll, describe, expect, test } from 'vitest'
import { installGames, readSwitches } from '../features/games/games.ts'
import { testApp } from '../test/app.ts'
import { run as runCommand } from './commands.ts'

const { db, as, config } = await testApp()
const run = (...words: string[]) => runCommand(db, words, config)
const say = async (line: string) => run(...line.split(' '))

const titles = (['plinth', 'liftoff'] as const).map((sysname) => ({
  about: {
    sysname,
    name: sysname,
    provider: 'orbit',
    type: 'fast',
    categories: [],
    rtp: '99.00',
    volatility: 2,
    mostUnits: 10,
  } as const,
  maths: { version: '1' },
}))
beforeAll(() => installGames(db, titles, { isSandboxOn: true, isSportsOn: false }))

const isOpen = async (sysname: string) => {
  const { json } = await as(null).get('games.get', { options: JSON.stringify({ ids: [sysname] }) })
  return json.data.items[0].is_open
}
const why = async (game: string, runner = 'studio') => (await readSwitches(db.sql))(game, runner)

describe('games', () => {
  test('are listed with how they stand', async () => {
    expect((await say('games list')).lines).toEqual([
      'plinth  orbit  fast  open',
      'liftoff  orbit  fast  open',
      'wheel-of-hours  halcyon  casino  open',
      'goal-streak  halcyon  fast  open',
    ])
    expect(await say('games list closed')).toEqual({ lines: ['Everything is open.'], code: 0 })
  })

  test('one is closed for a reason and opened again', async () => {
    expect(await say('games close game plinth wrong pays')).toEqual({
      lines: ['The game plinth is closed from the next stake on.'],
      code: 0,
    })
    expect([await why('plinth'), await why('liftoff'), await isOpen('plinth'), await isOpen('liftoff')]).toEqual([
      'wrong pays',
      null,
      false,
      true,
    ])
    expect((await say('games list')).lines[0]).toBe('plinth  orbit  fast  closed: wrong pays')
    expect((await say('games list closed')).lines[0]).toMatch(/^game plinth {2}closed since 20\S+Z {2}wrong pays$/)
    await say('games close game plinth other words')
    expect(await why('plinth')).toBe('other words')
    expect((await say('games open game plinth')).lines).toEqual(['The game plinth is open again.'])
    expect(await say('games open game plinth')).toEqual({ lines: ['The game plinth was not closed.'], code: 1 })
    expect([await why('plinth'), await isOpen('plinth')]).toEqual([null, true])
  })

  test('a studio, whoever runs games, and all play', async () => {
    expect((await say('games close provider orbit')).code).toBe(0)
    expect([await why('plinth'), await why('goal-streak', 'sample')]).toEqual(['closed', null])
    await say('games open provider orbit')
    expect((await say('games close provider sample')).code).toBe(0)
    expect([await why('plinth'), await why('goal-streak', 'sample')]).toEqual([null, 'closed'])
    await say('games open provider sample')
    expect((await say('games close all a flood')).lines).toEqual(['All play is closed from the next stake on.'])
    expect([await why('plinth'), await why('goal-streak', 'sample'), await isOpen('plinth')]).toEqual([
      'a flood',
      'a flood',
      false,
    ])
    expect((await say('games list closed')).lines[0]).toMatch(/^all {2}closed since \S+ {2}a flood$/)
    expect((await say('games open all')).lines).toEqual(['All play is open again.'])
    expect(await isOpen('plinth')).toBe(true)
  })

  test.each(['games close game nobody', 'games close provider nobody'])('%s: there is none', async (line) => {
    expect((await say(line)).code).toBe(1)
    expect((await say('games list closed')).lines).toEqual(['Everything is open.'])
  })

  test.each([
    'games',
    'games list open',
    'games list closed now',
    'games close',
    'games close game',
    'games close studio orbit',
    'games open',
    'games open all now',
    'games open game plinth now',
    'games shut all',
    'catalogue',
    'catalogue fill',
    'catalogue fill 0',
    'catalogue fill -1',
    'catalogue fill 5e3',
    'catalogue fill 20001',
    'catalogue fill 10 20',
    'catalogue clear all',
  ])('%s is not understood, and nothing happens', async (line) => {
    const { code, lines } = await say(line)
    expect([code, lines.join('\n')]).toEqual([2, expect.stringContaining('catalogue fill')])
    expect(await isOpen('plinth')).toBe(true)
  })
})

test('the hall is filled and emptied', async () => {
  const total = async () => (await as(null).get('games.get')).json.data.total
  expect(await say('catalogue fill 200')).toEqual({ lines: ['200 made-up games are in the hall.'], code: 0 })
  expect(await total()).toBe(204)
  expect((await say('games list')).lines.filter((line) => line.endsWith('nobody runs it'))).toHaveLength(200)
  expect(await say('catalogue clear')).toEqual({ lines: ['200 made-up games are out of the hall.'], code: 0 })
  expect(await total()).toBe(4)
})
