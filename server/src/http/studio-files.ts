import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseJson } from '../parse-json.ts'

/** What Vite writes of its build: a chunk per source. */
const manifest = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.array(z.string()).default([]), imports: z.array(z.string()).default([]) }),
)

/** What the page of a title loads: addresses on this site. */
type Client = { scripts: string[]; styles: string[]; preloads: string[] }

export type StudioFiles = { clientOf: (sysname: string) => Client | null }

const mount = '/studio/'

/** The games as they were built. Without a build there are none: pages of games say so, everything else works. */
export async function studioFiles(app: FastifyInstance, dir: string): Promise<StudioFiles> {
  const file = join(dir, '.vite/manifest.json')
  if (!existsSync(file)) return { clientOf: () => null }
  const chunks = manifest.parse(parseJson(readFileSync(file, 'utf8')))
  await app.register(async (files) => {
    await files.register(fastifyStatic, {
      root: dir,
      prefix: mount,
      wildcard: false,
      preCompressed: true,
      index: false,
      decorateReply: false,
      setHeaders(reply, path) {
        const isNamedByContent = path.includes(`${sep}assets${sep}`)
        reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        // The frame of a game has no origin of its own, so to it these files are of another origin. They hold no secret.
        reply.header('access-control-allow-origin', '*')
        reply.header('cross-origin-resource-policy', 'cross-origin')
      },
    })
  })
  const clients = new Map<string, Client>()
  for (const source of Object.keys(chunks)) {
    const [, sysname] = /^games\/([^/]+)\/client\/main\.ts$/.exec(source) ?? []
    if (sysname !== undefined) clients.set(sysname, clientFrom(chunks, source))
  }
  return { clientOf: (sysname) => clients.get(sysname) ?? null }
}

/** The title's own chunk and everything it needs before its first line runs. */
function clientFrom(chunks: z.output<typeof manifest>, entry: string): Client {
  const needed = new Set([entry])
  for (const source of needed) for (const more of chunks[source]?.imports ?? []) needed.add(more)
  const found = [...needed].flatMap((source) => chunks[source] ?? [])
  const [own, ...others] = found.map(({ file }) => mount + file)
  // What is shared comes first, so that a title's own rules win.
  const styles = found.reverse().flatMap(({ css }) => css.map((file) => mount + file))
  return { scripts: own ? [own] : [], styles: [...new Set(styles)], preloads: others }
}
