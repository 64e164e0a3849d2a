import { createHash } from 'node:crypto'
import type { Output } from '@croupier/contract/contract'
import type { Context, Operation } from '../../context.ts'
import type { EventHead } from '../../ports/sports-book.ts'
import { readBookMarkets, readHeads, readLastResults, readMatchFacts } from './book-store.ts'
import { unknownEvent } from './get-event.ts'

type Proof = Output<'sports.getProof'>

/**
 * What a simulated match was sealed with. Once nothing of it can change any more its producer is asked for the seed, and
 * what was told of the match makes the proof whole.
 */
export const getProof: Operation<'sports.getProof'> = async (ctx, { event: id }) => {
  const [event] = await readHeads(ctx.sql, [id])
  if (!event) throw unknownEvent('event')
  const { ref, seedHash, isHandled } = event
  const sealed = { event: id, sport: event.tournament.sport.sysname, seed_hash: seedHash, is_handled: isHandled }
  const opened = event.state === 'closed' && !isHandled && seedHash !== '' ? await openSeal(ctx, event) : null
  return { ...sealed, ref, ...(opened ?? { seed: '', model: null, facts: [], results: [] }) }
}

type Opened = Pick<Proof, 'ref' | 'seed' | 'model' | 'facts' | 'results'>

/** Null where the producer does not tell it, or tells another seed than the one that was sealed. */
async function openSeal(
  { sql, producers }: Pick<Context, 'sql' | 'producers'>,
  event: EventHead,
): Promise<Opened | null> {
  const starts_at = new Date(event.firstStartsMs).toISOString()
  const told = await producers.proof(event.producer, { event: event.ref, starts_at })
  if (!told || createHash('sha256').update(told.seed, 'hex').digest('hex') !== event.seedHash) return null
  const { id } = event
  const facts = await readMatchFacts(sql, id, 0)
  // It was so long ago that nothing of it is kept.
  if (facts.length === 0) return null
  return {
    ...told,
    facts: facts.map(({ seq, kind, data, cancels }) => ({ seq, kind, data, ...(cancels !== null && { cancels }) })),
    results: await resultsOf({ sql }, id),
  }
}

async function resultsOf({ sql }: Pick<Context, 'sql'>, id: number): Promise<Proof['results']> {
  const markets = new Map(((await readBookMarkets(sql, [id])).get(id) ?? []).map((market) => [market.id, market]))
  return (await readLastResults(sql, id)).flatMap(({ marketId, outcomes, voidReason }) => {
    const market = markets.get(marketId)
    if (!market) return []
    const { type, period, line } = market
    return [{ type, period, line, outcomes: outcomes.map(([...each]) => each), void_reason: voidReason }]
  })
}
