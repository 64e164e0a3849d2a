import { randomUUID } from 'node:crypto'
import { type Currency, fromDecimal, isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { plainPage } from '../http/plain-page.ts'
import { formOf, keepRawBodies } from './raw-body.ts'

/** Bets beside the sportsbook: a person or a test places one with a betting bonus and says how its picks ended. */

type Leg = { sport: string; odds: number }
type Result = { win: number; back: number; of: number }
type Ended = { kind: 'settled'; returned: bigint; legs: Result[] } | { kind: 'cashed'; returned: bigint }

/** What the house does with a bet. It is handed in: a stand-in knows no feature. */
export type BetHouse = {
  place: (bet: {
    login: string
    bonusId: bigint | null
    slip: string
    stake: string
    legs: Leg[]
  }) => Promise<object | null>
  find: (slip: string) => Promise<{ stake: bigint; legs: readonly Leg[]; currency: string } | null>
  settle: (slip: string, outcome: Ended) => Promise<object>
  reverse: (slip: string) => Promise<object>
}

const results: Record<string, Result> = {
  won: { win: 1, back: 0, of: 1 },
  lost: { win: 0, back: 0, of: 1 },
  void: { win: 0, back: 1, of: 1 },
  half_won: { win: 1, back: 1, of: 2 },
  half_lost: { win: 0, back: 1, of: 2 },
  dead_heat: { win: 1, back: 0, of: 2 },
}

/** All picks as one: exact until the end, then rounded down once. */
function returnOf(stake: bigint, legs: readonly Leg[], ends: readonly Result[]): bigint {
  let [above, below] = [stake, 1n]
  for (const [at, { odds }] of legs.entries()) {
    const { win, back, of } = ends[at] ?? { win: 0, back: 0, of: 1 }
    above *= BigInt(win * odds + back * 1_000)
    below *= BigInt(of * 1_000)
  }
  return above / below
}

/** `football 2.5, tennis 1.8`. */
const legsIn = (text: string): Leg[] | null => {
  const legs = text.split(',').map((part) => /^\s*([a-z0-9-]{1,80})\s+(\d{1,3}(?:\.\d{1,3})?)\s*$/.exec(part))
  const read = legs.map((found) => ({ sport: found?.[1] ?? '', odds: Math.round(Number(found?.[2] ?? 0) * 1_000) }))
  return read.every(({ odds }) => odds >= 1_001) ? read : null
}

/** Never a number alone: those are names of bets that the sportsbook took. */
const slipName = /^(?!\d+$)[\w-]{1,60}$/

const placing = z.object({
  login: z.string().trim().min(1).max(254),
  bonus: z
    .string()
    .regex(/^[1-9]\d{0,17}$/)
    .optional(),
  slip: z.string().regex(slipName).optional(),
  stake: z.string().max(40),
  legs: z.string().max(2_000),
})

/** Money travels as text. */
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (_, item) => (typeof item === 'bigint' ? String(item) : item)))

const page = `<p>Bets with betting bonuses, beside the sportsbook: their results are said here. Answers are JSON.</p>
<form method="post"><label>Player <input name="login" value="alice@example.com"></label>
<label>Number of the betting bonus <input name="bonus"></label><label>Stake <input name="stake" value="10.00"></label>
<label>Picks: sport and odds <input name="legs" value="football 2.5"></label><button>Place</button></form>
<form method="post" action="/sandbox/slips/end"><label>Bet <input name="slip"></label>
<label>Result of each pick: ${Object.keys(results).join(', ')} <input name="results" value="won"></label>
<label>Or cashed out for <input name="cashed"></label><button>Settle</button></form>
<form method="post" action="/sandbox/slips/reverse"><label>Bet <input name="slip"></label><button>Take the result back</button></form>`

export async function sandboxSlips(app: FastifyInstance, { config, bets }: { config: Config; bets: BetHouse }) {
  await app.register(
    async (scope) => {
      keepRawBodies(scope, 16_384)

      scope.get('/', async (_request, reply) => {
        const { html, headers } = plainPage({ config, title: 'Sandbox: bets', body: page, hasForm: true })
        return reply.headers(headers).send(html)
      })

      scope.post('/', async (request, reply) => {
        const form = Object.fromEntries([...formOf(request)].filter(([, value]) => value !== ''))
        const asked = placing.safeParse(form)
        const legs = asked.success ? legsIn(asked.data.legs) : null
        if (!asked.success || !legs) return reply.code(422).send({ error: 'a bet takes login, stake and legs' })
        const { login, bonus, slip = randomUUID(), stake } = asked.data
        try {
          const placed = await bets.place({ login, bonusId: bonus ? BigInt(bonus) : null, slip, stake, legs })
          return placed ? plain({ slip, ...placed }) : reply.code(422).send({ error: 'no such player or stake' })
        } catch (error) {
          // The gate says no by throwing.
          if (error instanceof Refusal) return reply.code(422).send({ error: error.name })
          throw error
        }
      })

      scope.post('/end', async (request, reply) => {
        const form = formOf(request)
        const slip = form.get('slip') ?? ''
        const found = slipName.test(slip) ? await bets.find(slip) : null
        if (!found || !isCurrency(found.currency)) return reply.code(404).send({ error: 'no such bet' })
        const outcome = endOf(form, { ...found, currency: found.currency })
        return outcome
          ? plain(await bets.settle(slip, outcome))
          : reply.code(422).send({ error: 'a result for each pick' })
      })

      scope.post('/reverse', async (request, reply) => {
        const slip = formOf(request).get('slip') ?? ''
        return slipName.test(slip) ? plain(await bets.reverse(slip)) : reply.code(404).send({ error: 'no such bet' })
      })
    },
    { prefix: '/sandbox/slips' },
  )
}

type Found = { stake: bigint; legs: readonly Leg[]; currency: Currency }

function endOf(form: URLSearchParams, { stake, legs, currency }: Found): Ended | null {
  const cashed = form.get('cashed')
  if (cashed) {
    const returned = fromDecimal(cashed, currency)
    return returned === null ? null : { kind: 'cashed', returned }
  }
  const ends = (form.get('results') ?? '').split(',').flatMap((word) => results[word.trim()] ?? [])
  return ends.length === legs.length ? { kind: 'settled', returned: returnOf(stake, legs, ends), legs: ends } : null
}
