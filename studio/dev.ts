import { existsSync, readdirSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import { createServer as createVite } from 'vite'
import { actRound, factsOf, playRound, recordOf, type Seat, takeSeat, type Wishes } from './dev/bank.ts'
import { type DevTable, openDevTable } from './dev/table.ts'
import type { StudioGame } from './engine/game.ts'
import type { Launch } from './stage/launch.ts'
import { launchPage } from './stage/page.ts'
import config from './vite.config.ts'

/** Games without the platform, for a maker of games: see README.md. */

const { values } = parseArgs({ options: { port: { type: 'string', default: '4140' } } })
const port = Number(values.port)
const games = join(import.meta.dirname, 'games')
const seats = new Map<string, Seat>()
/** Of titles whose round all players share. */
const tables = new Map<string, DevTable>()

const server = createServer((request, response) => void answer(request, response))
const vite = await createVite({
  ...config,
  configFile: false,
  cacheDir: join(tmpdir(), `croupier-studio-${port}`),
  server: { middlewareMode: true, hmr: { server }, cors: { origin: '*' } },
  appType: 'custom',
})

/** By folder, so that a title can be played before its line is in the list, and with the maths of this minute. */
async function loadGame(sysname: string): Promise<StudioGame | null> {
  const folder = join(games, sysname)
  if (!/^[a-z0-9-]+$/.test(sysname) || !existsSync(join(folder, 'about.ts'))) return null
  const [{ about }, { maths, flight }] = await Promise.all([
    vite.ssrLoadModule(join(folder, 'about.ts')),
    vite.ssrLoadModule(join(folder, 'math.ts')),
  ])
  if (flight && !tables.has(sysname)) tables.set(sysname, openDevTable({ about, maths }, flight))
  return { about, maths }
}

function wishesOf(query: URLSearchParams): Wishes {
  const currency = query.get('currency') ?? 'EUR'
  const mode = query.get('mode') === 'real' ? 'real' : 'demo'
  return {
    currency: isCurrency(currency) ? currency : 'EUR',
    mode,
    locale: query.get('locale') ?? 'en',
    profile: query.get('profile') === 'uk' ? 'uk' : 'default',
    balance: query.get('balance') ?? '1000',
    nonce: Number(query.get('nonce') ?? 0),
    seed: query.get('seed') ?? '5eed',
    wins: Number(query.get('wins') ?? 0),
    free: Number(query.get('free') ?? 0),
    fail: Number(query.get('fail') ?? 0),
  }
}

const ways = [
  '',
  '?locale=es',
  '?locale=ru&currency=UAH',
  '?mode=real',
  '?mode=real&free=5',
  '?profile=uk',
  '?wins=5',
  '?currency=USDT',
]

function indexPage(): string {
  const names = readdirSync(games).filter((name) => existsSync(join(games, name, 'client/main.ts')))
  const rows = names.map((name) => {
    const links = ways.map((way) => `<a href="/play/${name}${way}">${way || name}</a>`)
    return `<li>${links.join(' · ')} · <a href="/frame/${name}?mode=real">in a frame</a></li>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Studio</title><ul>${rows.join('')}</ul>`
}

const framePage = (address: string) =>
  `<!doctype html><meta charset="utf-8"><title>Frame</title><meta name="viewport" content="width=device-width">
<style>html,body{margin:0;height:100%}iframe{border:0;width:100%;height:100%}</style>
<iframe src="${address.replaceAll('"', '')}" sandbox="allow-scripts"></iframe>
<script>
const frame = document.querySelector('iframe')
window.notes = []
addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow) return
  window.port = event.ports[0]
  window.port.onmessage = ({ data }) => { window.notes.push(data); console.log(JSON.stringify(data)) }
})
</script>`

async function playPage(sysname: string, query: URLSearchParams, home: string): Promise<string | null> {
  const game = await loadGame(sysname)
  if (!game) return null
  // A reload goes on with the same seat, as a player's does with the same account.
  const name = `${sysname}?${query}`
  const seat = seats.get(name) ?? takeSeat(game, wishesOf(query))
  seat.game = game
  seats.set(name, seat)
  seats.set(seat.token, seat)
  const isReplay = query.get('mode') === 'replay'
  const launch: Launch = {
    game: sysname,
    mode: isReplay ? 'replay' : seat.wishes.mode,
    token: isReplay ? null : seat.token,
    locale: seat.wishes.locale,
    home,
    record: isReplay ? recordOf(seats.get((query.get('of') ?? '').replace(/^.*\/play\//, '')) ?? seat) : null,
  }
  return launchPage({
    name: game.about.name,
    locale: launch.locale,
    scripts: ['/studio/@vite/client', `/studio/games/${sysname}/client/main.ts`],
    styles: [],
    preloads: [],
    launch,
  })
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

function perform(method: string, form: URLSearchParams): unknown {
  const seat = seats.get(form.get('token') ?? '')
  if (!seat) throw new Refusal('InvalidParameter:SESSION_UNKNOWN')
  const [round, choice] = [form.get('round') ?? '', JSON.parse(form.get('choice') ?? 'null')]
  const table = tables.get(seat.game.about.sysname)
  if (table && method === 'rounds.open') return { ...factsOf(seat), round: table.open(seat) }
  if (table && method === 'rounds.play') return table.play(seat, { round, stake: form.get('stake') ?? '', choice })
  if (table && method === 'rounds.act') return table.act(round, choice)
  if (method === 'rounds.open') return factsOf(seat)
  if (method === 'rounds.play') return playRound(seat, { round, stake: form.get('stake') ?? '', choice })
  if (method === 'rounds.act') return actRound(seat, { round, step: Number(form.get('step')), choice })
  if (method === 'rounds.getBalance') return { balance: factsOf(seat).balance }
  throw new Refusal('MethodNotFound')
}

/** The round was played and its answer lost: a client has to ask again. */
function isLost(method: string, form: URLSearchParams): boolean {
  const seat = seats.get(form.get('token') ?? '')
  if (!seat || seat.wishes.fail === 0 || !/play|act/.test(method)) return false
  seat.calls += 1
  return seat.calls % seat.wishes.fail === 0
}

async function serveCall(request: IncomingMessage, response: ServerResponse, method: string) {
  const send = (status: number, body: unknown) => {
    response.writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
    response.end(JSON.stringify(body))
  }
  try {
    const form = await readForm(request)
    const data = perform(method, form)
    if (isLost(method, form)) return send(503, { result: 0, error: new Refusal('ApplicationUnavailable').toWire() })
    send(200, { result: 1, data })
  } catch (error) {
    if (!Refusal.is(error)) console.error(error)
    const refusal = Refusal.is(error) ? error : new Refusal('InternalServerError')
    send(refusal.status, { result: 0, error: refusal.toWire() })
  }
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? 'localhost'}`)
  const [, place = '', name = ''] = url.pathname.split('/')
  const sendPage = (text: string | null) => {
    response.writeHead(text === null ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(text ?? 'No such game')
  }
  if (place === 'api') return serveCall(request, response, name)
  const table = place === 'platform' ? tables.get(url.pathname.split('/').at(-1) ?? '') : undefined
  if (table) return table.listen(request, response)
  if (place === 'frame') return sendPage(framePage(`/play/${name}${url.search}`))
  try {
    if (place === 'play') return sendPage(await playPage(name, url.searchParams, url.origin))
  } catch (error) {
    console.error(error)
    return sendPage(null)
  }
  if (url.pathname === '/') return sendPage(indexPage())
  if (url.pathname === '/favicon.ico') return response.writeHead(204).end()
  vite.middlewares(request, response, () => sendPage(null))
}

server.listen(port, () => console.log(`The studio is open on http://localhost:${port}/`))
