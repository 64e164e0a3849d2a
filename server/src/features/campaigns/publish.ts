import { type Currency, toDecimal } from '@croupier/contract/money'
import {
  amountIn,
  campaignTerms,
  codeTerms,
  type OfferTerms,
  tournamentTerms,
} from '@croupier/contract/promotion-terms'
import { writtenCode } from '@croupier/contract/promotions'
import type { PublishedKind } from '@croupier/contract/published-terms'
import { stakesOf } from '@croupier/studio/engine/stakes'
import { studioGame } from '@croupier/studio/games'
import type { Context, Db, Tx } from '../../context.ts'
import { readNow } from '../../db/db.ts'
import { bettingHouse } from '../bonuses/bonuses.ts'
import { listGames } from '../games/games.ts'
import { type Jurisdiction, rulesOf } from '../jurisdiction/jurisdiction.ts'
import { live, promotionKinds, termsHash } from './live.ts'
import { type LiveRow, readLiveRows, writeBudget, writeLive, writeSharedCode, writeStopped } from './live-store.ts'
import { costLines, faultsOf } from './publish-rules.ts'
import type { PublishWorld } from './publish-world.ts'
import { tournamentCosts } from './tournament-faults.ts'

/** Editors write, the operator publishes: only what is published here is ever anyone's terms. */

export type Draft = { kind: PublishedKind; sysname: string; body: unknown; hash: string }

type Source = Pick<Context, 'content'>

/** Records of content that have a money part. The texts of any language do: terms have none. */
export async function readDrafts({ content }: Source): Promise<Draft[]> {
  const [first] = await content.locales()
  const all = await Promise.all(
    promotionKinds.map(async (kind) =>
      (await recordsOf({ content }, kind, first?.code ?? 'en')).flatMap((record) => draftOf(kind, record)),
    ),
  )
  return all.flat()
}

/** Dealers stand among the settings of the sign-in; what they add to points is their money part. */
async function recordsOf({ content }: Source, kind: PublishedKind, locale: string): Promise<Record<string, unknown>[]> {
  if (kind !== 'characters') return content.collection(kind, locale)
  const { auth } = await content.config(locale)
  return auth.characters.map(({ id, boosts }) => ({ sysname: id, terms: { boosts } }))
}

function draftOf(kind: PublishedKind, record: Record<string, unknown>): Draft[] {
  const { terms } = record
  const name = kind === 'promo-codes' ? record.code : record.sysname
  if (typeof name !== 'string' || typeof terms !== 'object' || terms === null) return []
  return [{ kind, sysname: kind === 'promo-codes' ? writtenCode(name) : name, body: terms, hash: termsHash(terms) }]
}

export type PublishState = 'live' | 'edited since, not published' | 'never published' | 'stopped' | 'gone from content'

/** How content and what is in force stand to each other. */
export async function listPublished(db: Db, source: Source) {
  const drafts = await readDrafts(source)
  const rows = await Promise.all(
    promotionKinds.map(async (kind) => (await readLiveRows(db, kind)).map((row) => ({ kind, row }))),
  )
  const published = new Map(rows.flat().map(({ kind, row }) => [`${kind}/${row.sysname}`, row]))
  const known = drafts.map((draft) => {
    const row = published.get(`${draft.kind}/${draft.sysname}`)
    return { kind: draft.kind, sysname: draft.sysname, draft, row: row ?? null, state: stateOf(draft, row) }
  })
  const named = new Set(known.map(({ kind, sysname }) => `${kind}/${sysname}`))
  const gone = rows
    .flat()
    .filter(({ kind, row }) => !named.has(`${kind}/${row.sysname}`))
    .map(({ kind, row }) => ({
      kind,
      sysname: row.sysname,
      draft: null,
      row,
      state: (row.stoppedAt ? 'stopped' : 'gone from content') satisfies PublishState,
    }))
  return [...known, ...gone]
}

function stateOf({ hash }: Draft, row: LiveRow | undefined): PublishState {
  if (!row) return 'never published'
  if (row.stoppedAt) return 'stopped'
  return row.hash === hash ? 'live' : 'edited since, not published'
}

const unstopped = <T extends { stoppedAt: Date | null }>(rows: readonly T[]) => rows.filter((row) => !row.stoppedAt)

async function worldOf(db: Db, jurisdiction: Jurisdiction): Promise<PublishWorld> {
  const [games, bonuses, spins, bets, campaigns, programs, cups, products] = await Promise.all([
    listGames(db),
    live['bonus-templates'].all(db),
    live['spin-templates'].all(db),
    live['betting-templates'].all(db),
    live.campaigns.all(db),
    live['loyalty-programs'].all(db),
    live.tournaments.all(db),
    live['loyalty-products'].all(db),
  ])
  const names = (rows: readonly LiveRow[]) => new Set(unstopped(rows).map(({ sysname }) => sysname))
  return {
    games: new Map(games.map(({ sysname, provider }) => [sysname, { provider }])),
    leastStake: (currency) => stakesOf(currency, 1).min,
    spinFault,
    bonuses: new Map(unstopped(bonuses).map(({ sysname, terms }) => [sysname, terms])),
    spins: names(spins),
    bets: names(bets),
    betTypes: new Map(unstopped(bets).map(({ sysname, terms }) => [sysname, terms.type])),
    ticketed: names(cups.filter(({ terms }) => terms.by_ticket)),
    goods: names(products.filter(({ terms }) => terms.kind === 'goods')),
    levels: Math.max(0, ...unstopped(programs).flatMap(({ terms }) => terms.levels.map(({ id }) => id))),
    offers: new Map(
      campaigns.flatMap(({ sysname, terms }) =>
        terms.offers.map((offer) => [offer.sysname, { campaign: sysname, terms: offer }] as const),
      ),
    ),
    rules: rulesOf(jurisdiction).promotions,
    place: jurisdiction,
  }
}

/** Our own slots know which stakes they take; another studio is told the stake and knows its own. */
function spinFault(game: string, currency: Currency, stake: bigint): string | null {
  const own = studioGame(game)
  if (!own) return stake > 0n ? null : 'a stake is an amount above zero'
  if (own.about.type !== 'slot') return `${game} has no free spins`
  const { min, max, step } = stakesOf(currency, own.about.mostUnits)
  const isGood = stake >= min && stake <= max && stake % step === 0n
  return isGood ? null : `${game} takes no stake of ${toDecimal(stake, currency)} ${currency}`
}

/** What stands against it; nothing is a yes. */
export async function checkDraft(db: Db, draft: Draft, jurisdiction: Jurisdiction): Promise<string[]> {
  const { kind, sysname, body } = draft
  const faults = faultsOf(kind, sysname, body, await worldOf(db, jurisdiction))
  return kind === 'tournaments' && (await hasBegun(db, draft))
    ? [...faults, 'it has begun: it can only be stopped']
    : faults
}

/** Of one that repeats every instance keeps the version of its making, so another version is for those to come. */
async function hasBegun(db: Db, { sysname, hash }: Draft): Promise<boolean> {
  const [row, now] = await Promise.all([live.tournaments.read(db, sysname), readNow(db)])
  if (!row || row.hash === hash || row.terms.repeats !== undefined) return false
  return new Date(row.terms.starts_at) <= now
}

type Publisher = { actor: string; jurisdiction: Jurisdiction }

/** In force from now on, on every node; what was promised before keeps its terms. Answers what stands against it. */
export async function publishDraft(tx: Tx, draft: Draft, { actor, jurisdiction }: Publisher): Promise<string[]> {
  const faults = await checkDraft(tx, draft, jurisdiction)
  if (faults.length > 0) return faults
  const { kind, sysname, hash, body } = draft
  await writeLive(tx, { kind, sysname, hash, body: JSON.stringify(body), actor })
  if (kind === 'campaigns') await openBudgets(tx, body)
  if (kind === 'promo-codes') {
    const { offer, most_uses, most_per_player } = codeTerms.parse(body)
    await writeSharedCode(tx, { key: sysname, offer, mostUses: most_uses ?? null, mostPerPlayer: most_per_player })
  }
  return []
}

async function openBudgets(tx: Tx, body: unknown): Promise<void> {
  const { budget, offers } = campaignTerms.parse(body)
  const named = Object.keys(budget.amounts ?? {}).map((code) => [code, amountIn(budget.amounts, code)] as const)
  const amounts = new Map(named.flatMap(([code, amount]) => (amount === null ? [] : [[code, amount] as const])))
  for (const { sysname } of offers) await writeBudget(tx, sysname, { claims: budget.claims ?? null, amounts })
}

export const stopPublished = (tx: Tx, kind: PublishedKind, sysname: string, actor: string) =>
  writeStopped(tx, kind, sysname, actor)

/** What a campaign can cost, for the operator who is about to publish it. */
export async function costsOf(db: Db, draft: Draft): Promise<string[]> {
  const { kind, body } = draft
  if (kind === 'tournaments') return costsOfTournament(db, body)
  const parsed = kind === 'campaigns' ? campaignTerms.safeParse(body) : null
  if (!parsed?.success) return []
  const [bonuses, spins, bets] = await Promise.all([
    live['bonus-templates'].all(db),
    live['spin-templates'].all(db),
    live['betting-templates'].all(db),
  ])
  const mostOf = (offer: OfferTerms, currency: Currency): bigint | null =>
    offer.rewards.reduce<bigint | null>((sum, reward) => {
      const bonus = 'bonus' in reward ? bonuses.find(({ sysname }) => sysname === reward.bonus)?.terms : undefined
      const pack = 'freespins' in reward ? spins.find(({ sysname }) => sysname === reward.freespins)?.terms : undefined
      const bet =
        'betting_bonus' in reward ? bets.find(({ sysname }) => sysname === reward.betting_bonus)?.terms : undefined
      if ('points' in reward) return sum
      const stake = amountIn(pack?.stake, currency)
      const fixed = bet ? bettingHouse.worthOf(bet, currency) : amountIn(bonus?.fixed ?? bonus?.max, currency)
      const most = stake === null ? fixed : stake * BigInt(pack?.count ?? 0)
      return sum === null || most === null ? null : sum + most
    }, 0n)
  return costLines(parsed.data, mostOf)
}

async function costsOfTournament(db: Db, body: unknown): Promise<string[]> {
  const parsed = tournamentTerms.safeParse(body)
  if (!parsed.success) return []
  const [bonuses, spins] = await Promise.all([live['bonus-templates'].all(db), live['spin-templates'].all(db)])
  return tournamentCosts(parsed.data, ({ kind, amount, template }, currency) => {
    if (kind === 'bonus') {
      const terms = bonuses.find(({ sysname }) => sysname === template)?.terms
      return amountIn(amount ?? terms?.fixed, currency)
    }
    const terms = spins.find(({ sysname }) => sysname === template)?.terms
    const stake = amountIn(terms?.stake, currency)
    return terms && stake !== null ? stake * BigInt(terms.count) : null
  })
}
