// A process of its own: times a page (the one that is named, or home) that is not in store yet against React alone, and
// the same page for a player.
import { join, resolve } from 'node:path'
import type { Boot } from '@croupier/contract/boot'
import { render, renderBare } from '@croupier/web/server'
import { createApp } from '../server/src/app.ts'
import { parseConfig } from '../server/src/config.ts'
import { openDatabase } from '../server/src/db/db.ts'
import { openListener } from '../server/src/db/listener.ts'
import { createSession, sessionLife } from '../server/src/features/auth/auth.ts'
import { renderRequest } from '../server/src/http/render-page.ts'
import { openLog } from '../server/src/log.ts'
import { loadSecrets } from '../server/src/secrets.ts'
import { login } from './account.ts'
import { median } from './figures.ts'

const root = resolve(import.meta.dirname, '..')
const warmUps = 150
const rounds = 300
const [path = '/'] = process.argv.slice(2)

const config = parseConfig(process.env)
const log = openLog(config.logLevel)
const db = openDatabase(config.databaseUrl ?? '', log)
// As a node has it: by its notices the book and the catalogue are in memory.
const listener = await openListener(config.databaseUrl ?? '', log)
const boots: Boot[] = []
const secrets = loadSecrets(config.secretsDir, config)
const app = await createApp({
  config,
  secrets,
  db,
  log,
  listener,
  render(request, basename, boot) {
    if (boots.length === 0) boots.push(boot)
    return render(request, basename, boot)
  },
  buildId: 'bench',
  assetDirs: [join(root, 'web/build/client')],
  contentDir: join(root, 'content'),
  studioDir: join(root, 'studio/build'),
})

let asked = 0

/** The whole way of a request, short of the socket. Each asks for a page number of its own, so none is in store. */
async function page(encoding: 'identity' | 'br', cookie = '') {
  asked += 1
  const { statusCode, body } = await app.server.inject({
    url: `${path}?page=${asked}`,
    headers: { 'accept-encoding': encoding, cookie },
  })
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  return body
}

async function timed(work: () => Promise<unknown>) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** A player with a history, from the demo world. */
async function signIn(): Promise<string> {
  const found = db.sql.selectFrom('account_player').select('id').where('login_key', '=', login)
  const { id: playerId } = await found.executeTakeFirstOrThrow()
  const opening = { playerId, lifeSeconds: sessionLife.short, userAgent: 'bench', address: '127.0.0.1' }
  return `sid=${await createSession(db.sql, secrets.sessionPepper, opening)}`
}

const first = await page('identity')
const [boot] = boots
if (!boot) throw new Error('no page was rendered')
const bare = await renderBare(renderRequest(new URL(`${path}?page=1`, config.origin)), '/', boot)
/** A stored page has hashes in place of a nonce; a page of a match has a clock, and its prices may have moved on. */
const withoutFigures = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/ nonce="\w*"/g, '')
    .replace(/\d+/g, '0')
const [ours, reacts] = [withoutFigures(first), withoutFigures(await bare())]
const differs = [...ours].findIndex((letter, at) => letter !== reacts[at])
if (ours !== reacts) {
  const [one, other] = [ours, reacts].map((html) => html.slice(Math.max(differs - 60, 0), differs + 60))
  throw new Error(`React alone makes another page, the comparison would be unfair:\n${one}\n${other}`)
}

const cookie = await signIn()
if (!(await page('identity', cookie)).includes(login)) throw new Error('the page knows no player')
type Times = Record<'whole' | 'packed' | 'bare' | 'player', number[]>
const times: Times = { whole: [], packed: [], bare: [], player: [] }
for (let round = -warmUps; round < rounds; round += 1) {
  const [whole, react, packed] = [await timed(() => page('identity')), await timed(bare), await timed(() => page('br'))]
  const player = await timed(() => page('identity', cookie))
  if (round < 0) continue
  times.whole.push(whole)
  times.bare.push(react)
  times.packed.push(packed)
  times.player.push(player)
}
console.log(
  JSON.stringify({
    wholeMs: median(times.whole),
    packedMs: median(times.packed),
    bareMs: median(times.bare),
    playerMs: median(times.player),
  }),
)

await app.close()
await listener.close()
await db.close()
