import { createServer, type IncomingMessage } from 'node:http'
import { jointQuestion, proofQuestion } from '@croupier/sportsbook/feed'
import { z } from 'zod'
import { isCallSigned } from '../../signed-call.ts'
import type { ScriptedMatch } from './match.ts'
import type { Simulator } from './simulator.ts'

/** What the house may ask: `/joint` and `/proof` as any producer, `/state` with nothing, `/act` with one of these. All are signed. */
const wish = z.discriminatedUnion('do', [
  z.object({ do: z.literal('silence') }),
  z.object({ do: z.literal('goal'), event: z.string(), side: z.literal([1, 2]) }),
  z.object({ do: z.enum(['cancel', 'stop', 'hurry', 'postpone', 'abandon', 'dispute']), event: z.string() }),
])
type FeedWish = z.output<typeof wish>

const shownMatch = z.object({
  event: z.string(),
  sport: z.string(),
  home: z.string(),
  away: z.string(),
  state: z.string(),
  startsAt: z.string(),
  period: z.string(),
  score: z.string(),
})
export type ShownMatch = z.output<typeof shownMatch>
export const feedStanding = z.object({
  live: z.array(shownMatch),
  coming: z.array(shownMatch),
  /** Or another simulator of the house is heard, and what is asked of this one is refused as `BESIDE`. */
  isHeard: z.boolean(),
})
export const isBesideRefusal = (said: unknown): boolean =>
  z.object({ error: z.literal('BESIDE') }).safeParse(said).success

const bodyMaxBytes = 4_096
const silenceMs = 30_000

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > bodyMaxBytes) throw new Error('too much was asked at once')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const shownOf = ({ event, fixture, state, begins, board }: ScriptedMatch): ShownMatch => {
  const { clock, score } = board()
  return {
    ...{ event, sport: fixture.sport, home: fixture.home.names.en, away: fixture.away.names.en, state: state() },
    ...{ startsAt: new Date(begins).toISOString(), period: clock?.period ?? '', score: (score?.ft ?? []).join(':') },
  }
}

function act({ silence, handle, dispute }: Simulator, asked: FeedWish): boolean {
  if (asked.do === 'silence') {
    silence(silenceMs)
    return true
  }
  if (asked.do === 'dispute') return dispute(asked.event)
  if (asked.do === 'goal') return handle(asked.event, (at) => ({ kind: 'goal', at, side: asked.side }))
  const kind = asked.do
  return handle(asked.event, (at) => ({ kind, at }))
}

const refusedStatus = { EVENT: 404, NOT_NOW: 409, PART: 422 } as const

/** A question that is understood, and what is said to it; nothing while too much is asked. */
function answerTo<Question>(
  { safeParse }: Pick<z.ZodType<Question>, 'safeParse'>,
  body: string,
  answer: (question: Question) => keyof typeof refusedStatus | object | null,
): { status: number; said: unknown } {
  const asked = safeParse(JSON.parse(body))
  if (!asked.success) return { status: 400, said: { error: 'QUESTION' } }
  const said = answer(asked.data)
  if (said === null) return { status: 503, said: { error: 'BUSY' } }
  return typeof said === 'string' ? { status: refusedStatus[said], said: { error: said } } : { status: 200, said }
}

/** The door of this world for the house: builders, and a person's hands. Only who has the secret of the feed is heard. */
export function serveHouse(simulator: Simulator, secret: string) {
  async function answer(request: IncomingMessage): Promise<{ status: number; said: unknown }> {
    const body = await readBody(request)
    const timestamp = String(request.headers['x-timestamp'] ?? '')
    const signature = String(request.headers['x-signature'] ?? '')
    if (!isCallSigned({ current: secret, previous: undefined }, signature, { timestamp, body }))
      return { status: 403, said: { error: 'SIGNATURE' } }
    if (request.url === '/joint') return answerTo(jointQuestion, body, simulator.joint)
    if (request.url === '/proof') return answerTo(proofQuestion, body, simulator.proof)
    if (request.url === '/state') {
      const { live, coming } = simulator.programme
      simulator.look()
      const isHeard = !simulator.isBeside()
      return { status: 200, said: { live: live().map(shownOf), coming: coming(10).map(shownOf), isHeard } }
    }
    const asked = wish.safeParse(JSON.parse(body))
    if (!asked.success) return { status: 422, said: { error: 'WISH' } }
    if (simulator.isBeside()) return { status: 409, said: { error: 'BESIDE' } }
    return act(simulator, asked.data) ? { status: 200, said: {} } : { status: 409, said: { error: 'NOT_NOW' } }
  }
  return createServer((request, response) => {
    answer(request)
      .catch((error: unknown) => {
        console.error(error)
        return { status: 500, said: { error: 'FAULT' } }
      })
      .then(({ status, said }) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said)),
      )
  })
}
