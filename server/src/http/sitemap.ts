import { clubFlagsOf, isClosedPage } from '@croupier/contract/closed-pages'
import { sportsGame } from '@croupier/contract/games'
import { type Locales, localePath } from '@croupier/contract/locales'
import { canonicalPath, paths } from '@croupier/contract/paths'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pots } from '../features/jackpots/jackpots.ts'
import type { Catalogue } from '../ports/catalogue.ts'
import type { Content } from '../ports/content.ts'
import type { I18n } from '../ports/i18n.ts'

type Options = {
  content: Content
  i18n: I18n
  catalogue: Catalogue
  origin: string
  /** Pages of the sportsbook, in this language. */
  sportsPages: (locale: string) => Promise<readonly string[]>
  /** Pages of tournaments that run, come or are over. */
  tournamentPages: (locale: string) => Promise<readonly string[]>
}

/** Pages that are the same for every visitor and worth finding. */
const publicPaths = [
  paths.home(),
  paths.gamehall(),
  paths.providers(),
  paths.jackpots(),
  paths.winners(),
  paths.betting(),
  paths.tournaments(),
  paths.promotions(),
  paths.offers(),
  paths.loyalty(),
  paths.loyaltyShop(),
  paths.support(),
]

/** A file may name 50,000 addresses; each page has one in every language. */
const pagesPerFile = 2_000
const freshMs = 60_000

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const head = '<?xml version="1.0" encoding="UTF-8"?>\n'
const schema = 'http://www.sitemaps.org/schemas/sitemap/0.9'

function sitemapOf(origin: string, pages: readonly string[], { locales, defaultLocale }: Locales): string {
  const at = (code: string, path: string) => xml(origin + localePath(code, defaultLocale, path))
  const alternates = (path: string) =>
    [...locales.map(({ code }) => [code, code] as const), ['x-default', defaultLocale] as const]
      .map(([lang, code]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${at(code, path)}"/>`)
      .join('')
  const entries = pages.flatMap((path) =>
    locales.map(({ code }) => `<url><loc>${at(code, path)}</loc>${alternates(path)}</url>`),
  )
  return `${head}<urlset xmlns="${schema}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
}

const indexOf = (origin: string, count: number) => {
  const files = Array.from(
    { length: count },
    (_, at) => `<sitemap><loc>${origin}/sitemap-${at + 1}.xml</loc></sitemap>`,
  )
  return `${head}<sitemapindex xmlns="${schema}">\n${files.join('\n')}\n</sitemapindex>\n`
}

type Listed = { locales: Locales; files: string[][] }

/** `/sitemap.xml` names every page, or where that would be too long the files `/sitemap-{number}.xml` that do. */
export function addSitemap(app: FastifyInstance, options: Options) {
  const { content, i18n, catalogue, origin, sportsPages, tournamentPages } = options
  let known: { listed: Promise<Listed>; askedAt: number } | null = null

  async function list(): Promise<Listed> {
    const locales = await i18n.locales()
    const { defaultLocale } = locales
    const hall = await catalogue.hall(defaultLocale)
    // What was made up to fill the hall is no game that a searcher could play.
    const games = hall.listed('popular').filter(({ isFilled }) => !isFilled)
    const config = await content.config(defaultLocale)
    const loyalty = clubFlagsOf(config).isOn
    const open = { ...config.site.features, loyalty, hasSports: hall.games.has(sportsGame) }
    const pages = [
      ...publicPaths.filter((path) => !isClosedPage(path, open)),
      ...(await content.slugs()).map(paths.page),
      ...pots.map(({ id }) => paths.jackpot(id)),
      ...games.map(({ sysname }) => paths.game(sysname)),
      ...(await sportsPages(defaultLocale)),
      ...(await tournamentPages(defaultLocale)),
    ]
    const listed: string[] = []
    for (const path of pages) {
      const { robots } = await content.seo(path, defaultLocale)
      if (!robots.includes('noindex')) listed.push(canonicalPath(path))
    }
    const count = Math.ceil(listed.length / pagesPerFile)
    const files = Array.from({ length: count }, (_, at) => listed.slice(at * pagesPerFile, (at + 1) * pagesPerFile))
    return { locales, files }
  }

  /** Gathered once for all who ask in the same minute. */
  function read(): Promise<Listed> {
    if (known && Date.now() - known.askedAt < freshMs) return known.listed
    const listed = list()
    known = { listed, askedAt: Date.now() }
    listed.catch(forget)
    return listed
  }

  const forget = () => {
    known = null
  }
  content.onChange(forget)
  i18n.onChange(forget)

  const send = (reply: FastifyReply, text: string) =>
    reply.type('application/xml').header('cache-control', 'max-age=300').send(text)

  app.get('/sitemap.xml', async (_request, reply) => {
    const { locales, files } = await read()
    return send(reply, files.length > 1 ? indexOf(origin, files.length) : sitemapOf(origin, files[0] ?? [], locales))
  })

  app.get<{ Params: { part: string } }>('/sitemap-:part(^[1-9]\\d{0,3}$).xml', async (request, reply) => {
    const { locales, files } = await read()
    const pages = files.length > 1 ? files[Number(request.params.part) - 1] : undefined
    return pages ? send(reply, sitemapOf(origin, pages, locales)) : reply.callNotFound()
  })
}
