import { studioGames } from '@croupier/studio/games'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { installGames } from '../features/games/games.ts'
import { testApp } from '../test/app.ts'
import { contentWith } from '../test/content.ts'
import { fixtureOf, pricesOf, resultMarket, testProducer, treeOf } from '../test/feed.ts'
import { addCup } from '../test/tournaments.ts'

const hidden = { id: 1, url: '/game/twin-dice', robots: 'noindex' }
const house = await testApp({ contentDir: contentWith({ 'collections/seos.json': [hidden] }) })
await installGames(house.db, studioGames, { isSandboxOn: true, isSportsOn: true })

const at = async (url: string, { send } = house) => {
  const { status, body } = await send({ method: 'GET', url })
  return { status, body, listed: [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address) }
}
const origin = 'http://localhost:3000'

test('games and pots are in the sitemap in every language, games by their canonical address', async () => {
  const { listed, body } = await at('/sitemap.xml')
  for (const path of ['', '/es', '/ru'].flatMap((base) => [
    `${base}/platform/game/fruit-parade`,
    `${base}/platform/game/goal-streak`,
    `${base}/jackpots/house`,
    `${base}/gamehall`,
  ]))
    expect(listed).toContain(origin + path)
  expect(body).toContain(`<xhtml:link rel="alternate" hreflang="es" href="${origin}/es/platform/game/fruit-parade"/>`)
  expect(listed.filter((address) => /\/game\//.test(address) && !/\/platform\//.test(address))).toEqual([])
})

test('tournaments are in it', async () => {
  const cup = await addCup(house.db)
  const { listed } = await at('/sitemap.xml', await testApp({ beside: house }))
  for (const base of ['', '/es', '/ru']) expect(listed).toContain(`${origin}${base}/tournaments/${cup}`)
})

test('what an editor hides from searchers is not in it', async () => {
  expect((await at('/sitemap.xml')).body).not.toContain('twin-dice')
})

test('a file that does not exist is a page that does not exist', async () => {
  const pages = await testApp({ render: async () => new Response('no', { status: 404 }), beside: house })
  for (const url of ['/sitemap-1.xml', '/sitemap-0.xml', '/sitemap-x.xml'])
    expect((await at(url, pages)).status, url).toBe(404)
})

test('a large hall is told in several files, without what was made up to fill it', async () => {
  await sql`insert into games_provider (sysname, name, runner, is_filled)
    values ('many', 'Many', 'many', false), ('made', 'Made', null, true)`.execute(house.db.sql)
  await sql`insert into games_game (sysname, provider, name, image_url, type, version)
    select 'many-' || n, case when n > 2100 then 'made' else 'many' end, 'Many ' || n, '', 'slot', '1'
    from generate_series(1, 2105) as n`.execute(house.db.sql)
  const large = await testApp({ beside: house })
  const { listed, body } = await at('/sitemap.xml', large)
  expect(body).toContain('<sitemapindex')
  expect(listed).toEqual([`${origin}/sitemap-1.xml`, `${origin}/sitemap-2.xml`])
  const files = await Promise.all(listed.map((address) => at(address.slice(origin.length), large)))
  const all = files.flatMap((file) => file.listed)
  expect(all).toContain(`${origin}/es/platform/game/many-2100`)
  expect(all.filter((address) => /many-210[1-5]$/.test(address))).toEqual([])
  expect(new Set(all).size).toBe(all.length)
  for (const file of files) expect(file.listed.length).toBeLessThanOrEqual(50_000)
})

test('events of the next week and of the last month are in it; made-up ones only in the sandbox', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+Z$/, 'Z')
  const market = resultMarket([2100, 3250, 3550])
  for (const name of ['arena', 'simulated'])
    await testProducer(house.db, name).tell(
      { kind: 'snapshot_begin' },
      treeOf('football', [`${name}-reds`, `${name}-blues`]),
      ...[2, 20].flatMap((days) => [
        fixtureOf(`in-${days}`, { home: `${name}-reds`, away: `${name}-blues`, starts_at: inDays(days) }),
        pricesOf(`in-${days}`, market),
      ]),
      { kind: 'snapshot_end' },
    )
  const eventsOf = async (node: typeof house) => {
    const index = await at('/sitemap.xml', node)
    const files = await Promise.all(index.listed.map((file) => at(file.replace(origin, ''), node)))
    const listed = files
      .flatMap((file) => file.listed)
      .filter((address) => address.startsWith(`${origin}/betting/event/`))
    return listed.map((address) => address.split('/').at(-1)).sort()
  }
  const sandbox = await testApp({ beside: house })
  expect(await eventsOf(sandbox)).toEqual(['arena-reds-arena-blues', 'simulated-reds-simulated-blues'])
  const real = await testApp({ beside: house, env: { SANDBOX: 'off' } })
  expect(await eventsOf(real)).toEqual(['arena-reds-arena-blues'])
})

test('betting is in it where the house has a sportsbook', async () => {
  const bettingIn = async () => {
    const node = await testApp({ beside: house })
    const index = await at('/sitemap.xml', node)
    const files = await Promise.all(index.listed.map((file) => at(file.replace(origin, ''), node)))
    return files.flatMap(({ listed }) => listed).includes(`${origin}/betting`)
  }
  expect(await bettingIn()).toBe(true)
  await installGames(house.db, studioGames, { isSandboxOn: true, isSportsOn: false })
  expect(await bettingIn()).toBe(false)
})
