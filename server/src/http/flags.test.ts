import { describe, expect, test } from 'vitest'
import { builtWeb, testApp } from '../test/app.ts'
import { publish } from '../test/campaigns.ts'
import { contentWith, ownContent } from '../test/content.ts'
import { plainProgram } from '../test/loyalty.ts'

/** What editors switch off is off on every page: these are the pages as visitors get them. */

const site = ownContent('site.json')
const common = ownContent('common.json')

const render = await builtWeb()
const open = await testApp({ render })
const features = { ...site.features, betHistory: false, responsibleGaming: false, loyalty: false }
const closed = await testApp({
  render,
  contentDir: contentWith({
    'site.json': { ...site, features },
    'common.json': {
      ...common,
      iconsFlag: false,
      socialItemsList: [
        { name: 'Our letters', icon: 'mail', url: 'https://letters.example/' },
        { name: 'Our songs', icon: 'no-such-icon', url: 'https://songs.example/' },
      ],
    },
  }),
})

const loyalty = ownContent('loyalty.json')
/** The other flag that closes the club, and one for its dealers. */
const clubless = await testApp({
  render,
  contentDir: contentWith({ 'loyalty.json': { ...loyalty, isEnabled: false } }),
})
const plainClub = await testApp({
  render,
  contentDir: contentWith({ 'loyalty.json': { ...loyalty, hasCharacters: false } }),
})

type House = typeof open
for (const { db } of [open, closed, clubless, plainClub]) {
  await publish(db, 'loyalty-programs', 'house-club', plainProgram)
}
async function player({ addPlayer, signIn }: House) {
  return { cookie: await signIn(await addPlayer({ login: 'flagged@example.com' })) }
}
const headersOf = new Map([
  [open, await player(open)],
  [closed, await player(closed)],
  [clubless, await player(clubless)],
  [plainClub, await player(plainClub)],
])
const page = (house: House, url: string) => house.send({ method: 'GET', url, headers: headersOf.get(house) ?? {} })
const waysTo = (html: string) => [
  ...html.matchAll(/href="(\/(?:profile\/(?:bets|responsible-game|loyalty)|loyalty)[^"]*)"/g),
]

const pages = ['/', '/profile', '/profile/settings', '/responsible-play', '/cashier/wallet', '/fairness', '/support']

test.each(pages)('%s leads to no page that is switched off', async (url) => {
  const [without, withAll] = await Promise.all([page(closed, url), page(open, url)])
  expect([without.status, withAll.status]).toEqual([200, 200])
  expect(waysTo(without.body)).toEqual([])
  expect(waysTo(withAll.body).length).toBeGreaterThan(0)
})

const shut = ['/profile/bets/history', '/profile/bets/exports', '/profile/responsible-game']
const shutLoyalty = ['/profile/loyalty', '/loyalty', '/loyalty/shop', '/loyalty/house-club']

test.each([...shut, ...shutLoyalty])('%s is not there', async (url) => {
  expect((await page(closed, url)).status).toBe(404)
  expect((await page(open, url)).status).toBe(200)
})

test('a club that is not enabled is as gone as one that the site does not have', async () => {
  for (const url of shutLoyalty) expect([url, (await page(clubless, url)).status]).toEqual([url, 404])
  const ways = waysTo((await page(clubless, '/profile')).body).filter(([, url = '']) => url.includes('loyalty'))
  expect(ways).toEqual([])
  expect((await clubless.send({ url: '/sitemap.xml' })).body).not.toContain('/loyalty<')
})

test('a club without dealers shows none', async () => {
  const [withDealers, without] = [(await page(open, '/loyalty')).body, (await page(plainClub, '/loyalty')).body]
  expect([withDealers.includes('club-dealer'), without.includes('club-dealer')]).toEqual([true, false])
  expect([withDealers.includes('club-ladder'), without.includes('club-ladder')]).toEqual([true, true])
})

test('a player who switched the club off is led to none of it but the switch', async () => {
  const cookie = await open.signIn(await open.addPlayer({ login: 'clubless@example.com' }))
  const ways = async () => {
    const { body } = await open.send({ method: 'GET', url: '/profile', headers: { cookie } })
    const found = [...body.matchAll(/href="(\/(?:profile\/loyalty|loyalty|tournaments))"/g)].map(([, url]) => url)
    return [...new Set(found)].sort()
  }
  expect(await ways()).toEqual(['/loyalty', '/profile/loyalty', '/tournaments'])
  await open.as(cookie).post('loyalty.setActive', { is_active: '0' })
  expect((await open.as(cookie).get('loyalty.getActive')).json.data).toEqual({ is_active: false })
  expect(await ways()).toEqual(['/profile/loyalty'])
})

test('the sitemap names no page that is switched off', async () => {
  const loyalty = async (house: House) => (await house.send({ url: '/sitemap.xml' })).body.includes('/loyalty<')
  expect([await loyalty(closed), await loyalty(open)]).toEqual([false, true])
})

test('a caller who goes past the page gets no rounds either', async () => {
  const { addPlayer, signIn, as } = closed
  const cookie = await signIn(await addPlayer({ login: 'caller@example.com' }))
  const refused = async (answer: Promise<{ json: { error?: { error_data?: unknown } } }>) =>
    (await answer).json.error?.error_data
  expect(await refused(as(cookie).get('games.getHistory'))).toEqual({ reason: 'HISTORY_CLOSED' })
  expect(await refused(as(cookie).post('games.createhistoryexportrequest', {}))).toEqual({ reason: 'EXPORT_CLOSED' })
})

test('menus have icons unless content wants none', async () => {
  const menu = (html: string) => /<nav class="(side[^"]*)"[^>]*>([\s\S]*?)<\/nav>/.exec(html)
  const [withIcons, without] = [menu((await page(open, '/')).body), menu((await page(closed, '/')).body)]
  expect(withIcons?.[1]).toContain('side-icons')
  expect(withIcons?.[2]).toContain('<svg')
  expect(without?.[1]).toBe('side')
  expect(without?.[2]).toContain('<a ')
  expect(without?.[2]).not.toContain('<svg')
})

test('a social page is drawn by its icon; without one it has its name', async () => {
  const inside = (html: string, host: string) => new RegExp(`href="https://${host}/"[^>]*>(.*?)</a>`).exec(html)?.[1]
  const { body } = await page(closed, '/')
  expect(inside(body, 'letters.example')).toMatch(
    /<use href="#i-mail"><\/use><\/svg><span class="sr">Our letters<\/span>$/,
  )
  expect(inside(body, 'songs.example')).toBe('Our songs')
})

describe('banners', () => {
  test('guests are invited to register, players are not', async () => {
    const titles = (html: string) => [...html.matchAll(/class="slide-title">([^<]*)/g)].map(([, title]) => title)
    const guest = (await open.send({ url: '/' })).body
    expect(titles(guest).slice(0, 2)).toEqual(['Join in a minute', 'Games you can check'])
    expect(guest.includes('href="/?show_popup_reg=1"')).toBe(true)
    expect(titles((await page(open, '/')).body)[0]).toBe('Games you can check')
    expect(titles((await page(open, '/')).body)).not.toContain('Join in a minute')
  })

  test('what is added to one stands above its words', async () => {
    expect((await page(open, '/')).body).toMatch(
      /slide-eyebrow">Fairness<\/p><p class="slide-title">Games you can check/,
    )
  })
})

test('a mirror is not to be found by searchers', async () => {
  const mirror = await testApp({ render, contentDir: contentWith({ 'site.json': { ...site, domainType: 'mirror' } }) })
  expect((await mirror.send({ url: '/robots.txt' })).body).toMatch(/^User-agent: \*\nDisallow: \/\n/)
  const robots = async (house: House) =>
    /<meta name="robots" content="([^"]*)"/.exec((await house.send({ url: '/about' })).body)?.[1] ?? ''
  expect(await robots(mirror)).toBe('noindex, follow')
  expect(await robots(open)).not.toContain('noindex')
  expect((await mirror.send({ url: '/sitemap.xml' })).body).not.toContain('<loc>')
  expect((await open.send({ url: '/sitemap.xml' })).body).toContain('<loc>')
})
