import { type Locales, localePath } from '@croupier/contract/locales'
import { paths } from '@croupier/contract/paths'
import type { FastifyInstance } from 'fastify'
import type { Content } from '../ports/content.ts'
import type { I18n } from '../ports/i18n.ts'

type Options = { content: Content; i18n: I18n; origin: string; buildId: string }

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

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

function sitemap(origin: string, pages: string[], { locales, defaultLocale }: Locales): string {
  const at = (code: string, path: string) => xml(origin + localePath(code, defaultLocale, path))
  const alternates = (path: string) =>
    [...locales.map(({ code }) => [code, code] as const), ['x-default', defaultLocale] as const]
      .map(([lang, code]) => `<xhtml:link rel="alternate" hreflang="${lang}" href="${at(code, path)}"/>`)
      .join('')
  const entries = pages.flatMap((path) =>
    locales.map(({ code }) => `<url><loc>${at(code, path)}</loc>${alternates(path)}</url>`),
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n${entries.join('\n')}\n</urlset>\n`
}

/** robots.txt, sitemap.xml, the web manifest, and the build's name that open pages ask for. */
export function siteFiles(app: FastifyInstance, { content, i18n, origin, buildId }: Options) {
  app.get('/robots.txt', async (_request, reply) => {
    const rules = await content.robots()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'max-age=300')
      .send(`${rules.trim()}\n\nSitemap: ${origin}/sitemap.xml\n`)
  })

  app.get('/sitemap.xml', async (_request, reply) => {
    const locales = await i18n.locales()
    const pages = [...publicPaths, ...(await content.slugs()).map(paths.page)]
    const listed = await Promise.all(
      pages.map(async (path) =>
        (await content.seo(path, locales.defaultLocale)).robots.includes('noindex') ? [] : [path],
      ),
    )
    return reply
      .type('application/xml')
      .header('cache-control', 'max-age=300')
      .send(sitemap(origin, listed.flat(), locales))
  })

  app.get('/manifest.webmanifest', async (_request, reply) => {
    const { site } = await content.config((await i18n.locales()).defaultLocale)
    const icons = [
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ]
    const manifest = {
      name: site.name,
      short_name: site.name,
      start_url: '/',
      display: 'standalone',
      background_color: '#0b1210',
      theme_color: '#0b1210',
      icons,
    }
    return reply.type('application/manifest+json').header('cache-control', 'max-age=300').send(manifest)
  })

  app.get('/build.json', async (_request, reply) => reply.header('cache-control', 'no-store').send({ build: buildId }))
}
