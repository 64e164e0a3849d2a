import type { FastifyInstance } from 'fastify'
import { addSitemap } from './sitemap.ts'

type Options = Parameters<typeof addSitemap>[1] & { buildId: string }

/** robots.txt, sitemap.xml, the web manifest, and the build's name that open pages ask for. */
export function siteFiles(app: FastifyInstance, { buildId, ...listed }: Options) {
  const { content, i18n, origin } = listed
  app.get('/robots.txt', async (_request, reply) => {
    const rules = await content.robots()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'max-age=300')
      .send(`${rules.trim()}\n\nSitemap: ${origin}/sitemap.xml\n`)
  })

  addSitemap(app, listed)

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
