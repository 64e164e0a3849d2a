import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { No, type RoundDesk } from './desk.ts'
import { gamePage, script } from './page.ts'
import { style } from './style.ts'

type PageReply = { status?: number; type?: string; body: string; location?: string }

const bodyMaxBytes = 4_096

/** The provider's own pages and what they ask for. */
export function serve(desk: RoundDesk, homes: readonly string[]) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${homes.join(' ')}`,
  ].join('; ')
  const headers = {
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  }

  async function answer(request: IncomingMessage): Promise<PageReply> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://halcyon')
    const isPost = request.method === 'POST'
    if (!isPost && request.method !== 'GET') throw new No('METHOD', 405)
    if (pathname === '/healthz') return json({ name: 'halcyon' })
    if (pathname === '/halcyon.js') return { type: 'text/javascript; charset=utf-8', body: script }
    if (pathname === '/halcyon.css') return { type: 'text/css; charset=utf-8', body: style }
    if (pathname === '/launch') {
      const read = (name: string) => searchParams.get(name) ?? ''
      const seat = await desk.open({
        token: read('token'),
        game: read('game'),
        mode: read('mode'),
        locale: read('locale'),
        currency: read('currency'),
        home: read('home'),
      })
      // The token leaves the address before anything of ours is shown.
      return { status: 303, location: `/seat/${seat}`, body: '' }
    }
    const [, room, id = '', what = '', which = ''] = pathname.split('/')
    if (room !== 'seat') throw new No('NOTHING', 404)
    const seat = desk.seat(id)
    if (!isPost) {
      if (what === '') return { type: 'text/html; charset=utf-8', body: gamePage(seat) }
      if (what === 'state') return json(await desk.state(seat))
      if (what === 'round') return json(desk.round(seat, which))
      throw new No('NOTHING', 404)
    }
    const said = await readBody(request)
    if (what === 'stake') return json(await desk.stake(seat, said))
    if (what === 'kick') return json(await desk.kick(seat, said))
    if (what === 'take') return json(await desk.take(seat, said))
    throw new No('NOTHING', 404)
  }

  function send(response: ServerResponse, { status = 200, type = 'text/plain', body, location }: PageReply) {
    response.writeHead(status, { ...headers, 'content-type': type, ...(location && { location }) }).end(body)
  }

  return createServer((request, response) => {
    answer(request).then(
      (said) => send(response, said),
      (error: unknown) => {
        if (!(error instanceof No)) console.error(error)
        const status = error instanceof No ? error.status : 500
        const reason = error instanceof No ? error.message : 'FAULT'
        send(response, { ...json({ error: reason }), status })
      },
    )
  })
}

const json = (value: unknown): PageReply => ({ type: 'application/json; charset=utf-8', body: JSON.stringify(value) })

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > bodyMaxBytes) throw new No('TOO_LARGE', 413)
    chunks.push(chunk)
  }
  try {
    const said: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (typeof said === 'object' && said !== null && !Array.isArray(said)) return { ...said }
  } catch {
    // Said below.
  }
  throw new No('BODY', 400)
}
