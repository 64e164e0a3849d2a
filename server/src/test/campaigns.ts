import type { PublishedKind } from '@croupier/contract/published-terms'
import { studioGames } from '@croupier/studio/games'
import { begin, type Database } from '../db/db.ts'
import { termsHash } from '../features/campaigns/live.ts'
import { publishDraft } from '../features/campaigns/publish.ts'
import { installGames } from '../features/games/games.ts'

/** In force, as if the operator had published it. */
export async function publish(db: Database, kind: PublishedKind, sysname: string, body: unknown): Promise<void> {
  const draft = { kind, sysname, body, hash: termsHash(body) }
  const faults = await begin(db, (tx) => publishDraft(tx, draft, { actor: 'test', jurisdiction: 'default' }))
  if (faults.length > 0) throw new Error(faults.join('; '))
}

export const half = {
  mode: 'non_sticky',
  percent: 50,
  max: { EUR: '100', JPY: '15000' },
  wagering: { times: 30 },
  min_balance: { EUR: '0.20', JPY: '20' },
  days: 14,
}
export const fixed = { ...half, percent: undefined, max: undefined, fixed: { EUR: '5', JPY: '700' } }
export const spins = { game: 'fruit-parade', stake: { EUR: '0.20', JPY: '20' }, count: 10, days: 7 }

/** Templates that offers of tests give: `half` of a deposit, `five`, and `ten` spins. */
export async function publishTemplates(db: Database): Promise<void> {
  await installGames(db, studioGames, { isSandboxOn: false, isSportsOn: false })
  await publish(db, 'bonus-templates', 'half', half)
  await publish(db, 'bonus-templates', 'five', fixed)
  await publish(db, 'spin-templates', 'ten', spins)
}

type Terms = Record<string, unknown>

/** A campaign of one offer, by the name of the offer. */
export const publishOffer = (db: Database, sysname: string, offer: Terms, campaign: Terms = {}) =>
  publish(db, 'campaigns', `of-${sysname}`, {
    ...campaign,
    offers: [{ sysname, action: 'manual', rewards: [{ bonus: 'five' }], ...offer }],
  })

export const claimsOf = ({ sql }: Pick<Database, 'sql'>, offer: string) =>
  sql.selectFrom('campaigns_claim').selectAll().where('offer', '=', offer).orderBy('id').execute()

/** Claims and money of an offer, as the budget counts them. */
export async function budgetOf({ sql }: Pick<Database, 'sql'>, offer: string, currency = 'EUR') {
  const rows = await sql.selectFrom('campaigns_budget').selectAll().where('offer', '=', offer).execute()
  const of = (code: string) => rows.find((row) => row.currency === code)
  return { claims: of('*')?.claims, amount: of(currency)?.amount }
}
