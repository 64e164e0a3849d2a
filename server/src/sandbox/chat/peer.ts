import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Config } from '../../config.ts'
import { escaped } from '../../http/plain-page.ts'
import { isLoopback } from '../../loopback.ts'
import { conversation, drawChat, widget } from './browser.ts'
import { openTalks } from './talks.ts'

const mostBytes = 16_384
const everyMs = 1_000

/** Its address is of this machine only: a browser elsewhere could not reach it. */
const canOpen = ({ isSandboxOn, origin, host }: Pick<Config, 'isSandboxOn' | 'origin' | 'host'>) =>
  isSandboxOn && isLoopback(new URL(origin).hostname) && isLoopback(host)

/** A provider of chats of our own, with a door of its own: a script for pages of the house, and a frame to talk in. */
export async function openChatPeer(config: Pick<Config, 'isSandboxOn' | 'origin' | 'host'>) {
  if (!canOpen(config)) return null
  const house = config.origin
  const talks = openTalks()
  // Cookies know no ports: under the other name of this machine it never gets those of the site.
  const name = new URL(house).hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  const home = () => `http://${name}:${port}`

  const script = () => `(${widget})(${JSON.stringify({ home: home(), house })},${drawChat})`

  async function answer(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? '/', home())
    const { searchParams: query, pathname } = url
    if (request.method === 'POST' && pathname === '/messages') return take(await readForm(request))
    if (request.method !== 'GET') return plain(405)
    if (pathname === '/js/widget.js') return { status: 200, type: 'text/javascript; charset=utf-8', body: script() }
    if (pathname === '/frame') return framePage(query)
    if (pathname === '/messages') return list(query)
    return plain(404)
  }

  function framePage(query: URLSearchParams): Answer {
    const visitor = query.get('visitor') ?? ''
    return frame({ fresh: talks.begin(visitor), visitor, house, everyMs }, query.get('locale') ?? 'en')
  }

  function list(query: URLSearchParams): Answer {
    const items = talks.after(query.get('conversation') ?? '', Number(query.get('after')) || 0)
    return items ? { status: 200, type: 'application/json', body: JSON.stringify({ items }) } : plain(404)
  }

  const take = (form: URLSearchParams): Answer =>
    plain(talks.say(form.get('conversation') ?? '', form.get('text') ?? '') ? 201 : 422)

  const server = createServer((request, response) => {
    answer(request)
      .catch(() => plain(500))
      .then((made) => send(response, made))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    script: () => `${home()}/js/widget.js`,
    talks,
    close() {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

type Answer = { status: number; type: string; body: string; policy?: string }

const plain = (status: number): Answer => ({ status, type: 'text/plain', body: '' })

function send(response: ServerResponse, { status, type, body, policy = "default-src 'none'" }: Answer) {
  response
    .writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': policy,
      'cross-origin-resource-policy': 'cross-origin',
    })
    .end(body)
}

const words: Record<string, { title: string; field: string; send: string; close: string; hello: string }> = {
  en: {
    title: 'Chat',
    field: 'Your message',
    send: 'Send',
    close: 'Close',
    hello: 'This chat stands in for a real one. Answers come from /sandbox/chat.',
  },
  es: {
    title: 'Chat',
    field: 'Tu mensaje',
    send: 'Enviar',
    close: 'Cerrar',
    hello: 'Este chat sustituye a uno real. Se responde desde /sandbox/chat.',
  },
  ru: {
    title: 'Чат',
    field: 'Ваше сообщение',
    send: 'Отправить',
    close: 'Закрыть',
    hello: 'Этот чат заменяет настоящий. Отвечают на /sandbox/chat.',
  },
}

const style = `body{margin:0;height:100vh;display:flex;flex-direction:column;font:15px/1.45 system-ui,sans-serif;background:#fff;color:#12201a}
header{display:flex;justify-content:space-between;align-items:center;padding:8px 14px;background:#175e46;color:#fff}h1{font-size:16px;margin:0}
header button{background:none;border:0;color:inherit;font-size:20px;min-width:40px;min-height:40px;cursor:pointer}
#said{flex:1;overflow:auto;padding:12px;display:flex;flex-direction:column;gap:8px}#said p{margin:0;padding:8px 12px;border-radius:12px;max-width:80%;overflow-wrap:anywhere;white-space:pre-wrap}
.agent{background:#e8efe9;align-self:flex-start}.visitor{background:#175e46;color:#fff;align-self:flex-end}
form{display:flex;gap:8px;padding:10px;border-top:1px solid #d5ddd7}textarea{flex:1;font:inherit;resize:none;border:1px solid #7a8a80;border-radius:8px;padding:8px}
form button{font:inherit;border:0;border-radius:8px;padding:0 14px;min-height:44px;background:#175e46;color:#fff;cursor:pointer}`

/** What one browser talks in. */
function frame(setup: Parameters<typeof conversation>[0], locale: string): Answer {
  const lang = locale in words ? locale : 'en'
  const said = words[lang] ?? { title: '', field: '', send: '', close: '', hello: '' }
  const nonce = randomBytes(16).toString('base64')
  const start = `(${conversation})(${JSON.stringify(setup).replaceAll('<', '\\u003c')})`
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    policy: `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; frame-ancestors ${setup.house}`,
    body: `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${escaped(said.title)}</title>
<style nonce="${nonce}">${style}</style></head><body><header><h1>${escaped(said.title)}</h1>
<button id="close" type="button" aria-label="${escaped(said.close)}">×</button></header>
<div id="said" role="log" aria-live="polite" tabindex="0"><p class="agent">${escaped(said.hello)}</p></div>
<form id="form"><textarea rows="2" maxlength="2000" aria-label="${escaped(said.field)}"></textarea><button>${escaped(said.send)}</button></form>
<script nonce="${nonce}">${start}</script></body></html>`,
  }
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > mostBytes) return new URLSearchParams()
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
