import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { type Currency, isCurrency, pointsCurrency, toWire } from '@croupier/contract/money'
import type { PrizeTerms } from '@croupier/contract/promotion-terms'
import { isListed } from '@croupier/contract/tournament-score'
import { isBettingKind, scoreUnits } from '@croupier/contract/tournaments'
import { stakeUnit } from '@croupier/studio/engine/stakes'
import type { Context } from '../../context.ts'
import { prizeIn } from './prizes.ts'
import { prizeOf, settleMs, totalPrize, tournamentStatus } from './rules.ts'
import type { Tournament } from './store.ts'

/** What both players and guests see of a tournament, in one language and one currency. */

type Asking = Pick<Context, 'content' | 'locale' | 'catalogue' | 'player'>

export type TournamentTexts = Awaited<ReturnType<typeof readTournamentTexts>>

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Titles of tournaments and of the templates of their prizes; what is gone from content is named by its sysname. */
export async function readTournamentTexts({ content, locale, catalogue, player }: Asking) {
  const [records, bonuses, spins, goods, hall, config] = await Promise.all([
    content.collection('tournaments', locale),
    content.collection('bonus-templates', locale),
    content.collection('spin-templates', locale),
    content.collection('loyalty-products', locale),
    catalogue.hall(locale),
    content.config(locale),
  ])
  const named = (all: readonly Record<string, unknown>[]) => new Map(all.map((one) => [textOf(one.sysname), one]))
  const chosen = player?.standing.currency ?? config.site.defaultCurrency
  return {
    records: named(records),
    templates: { bonus: named(bonuses), freespins: named(spins), goods: named(goods) },
    games: [...hall.games.values()],
    currency: isCurrency(chosen) ? chosen : ('EUR' satisfies Currency),
  }
}

/** A score of hundredths as `123.40`. */
export const hundredthsText = (score: bigint): string => `${score / 100n}.${String(score % 100n).padStart(2, '0')}`

export const multipleText = ({ terms }: Pick<Tournament, 'terms'>, score: bigint): string | null =>
  scoreUnits[terms.kind] === 'hundredths' ? hundredthsText(score) : null

function wirePrize(prize: PrizeTerms, { templates }: Pick<Tournament, 'templates'>, texts: TournamentTexts) {
  const { kind, template } = prize
  const record = kind === 'cash' || kind === 'points' ? undefined : texts.templates[kind].get(template ?? '')
  const amount = prizeIn(prize, templates, texts.currency)?.amount ?? null
  const currency = kind === 'points' ? pointsCurrency : texts.currency
  return {
    kind,
    title: textOf(record?.title) || (template ?? ''),
    amount: amount === null ? null : toWire(amount, currency),
  }
}

/** What a place of the board would win. */
export function wirePrizeOf(tournament: Tournament, place: number, score: bigint, texts: TournamentTexts) {
  const prize = prizeOf(tournament.terms, place, score)
  return prize && wirePrize(prize, tournament, texts)
}

type Rest = Pick<WireTournament, 'winners' | 'total_participants' | 'total_points'> & {
  now: Date
  user_info?: WireTournament['user_info']
  beside: { before: bigint | null; after: bigint | null }
}

export function describeTournament(tournament: Tournament, texts: TournamentTexts, rest: Rest): WireTournament {
  const { terms, cutAt, resultHash } = tournament
  const { now, beside, user_info, ...standings } = rest
  const record = texts.records.get(tournament.definition) ?? {}
  const listed = isBettingKind(terms.kind)
    ? []
    : texts.games.filter((game) => isListed({ game: game.sysname, type: game.type, studio: game.provider }, terms))
  const studios = new Set(listed.map(({ provider }) => provider))
  const total = totalPrize(terms, texts.currency)
  const id = String(tournament.id)
  return {
    id,
    sysname: tournament.sysname,
    name: textOf(record.title) || tournament.sysname,
    status: tournamentStatus(tournament, now),
    starts_at: tournament.startsAt.toISOString(),
    ends_at: tournament.endsAt.toISOString(),
    join_until: tournament.joinUntil.toISOString(),
    settles_at: new Date(cutAt.getTime() + settleMs).toISOString(),
    games_count: listed.length,
    total_prize: total === null || total === 0n ? null : toWire(total, texts.currency),
    prizes: terms.prizes.map((prize) => ({ ...wirePrize(prize, tournament, texts), from: prize.from, to: prize.to })),
    ...(user_info && { user_info }),
    ...standings,
    restrictions: restrictionsOf(tournament, texts),
    score: scoreOf(tournament),
    fee: { points: terms.fee_points ?? null, by_ticket: terms.by_ticket },
    reset_on_cashout: terms.reset_on_cashout,
    provider: studios.size === 1 ? ([...studios][0] ?? null) : null,
    image_url: textOf(record.image_735_240),
    image_360_240: textOf(record.image_360_240),
    tags: Array.isArray(record.tags) ? record.tags.filter((tag) => typeof tag === 'string') : [],
    description: textOf(record.text),
    extra: {
      rules: textOf(record.rules),
      version: tournament.versionId,
      result_hash: resultHash,
      result_url: resultHash === null ? null : `/tournament-result/${id}.txt`,
      note: tournament.note,
      before: beside.before === null ? null : String(beside.before),
      after: beside.after === null ? null : String(beside.after),
    },
  }
}

function restrictionsOf({ terms }: Tournament, { currency }: TournamentTexts): WireTournament['restrictions'] {
  const { games, conditions, min_units } = terms
  return {
    min_bet: toWire(BigInt(min_units) * stakeUnit(currency), currency),
    min_units,
    real_only: terms.real_only,
    games: games.flatMap((each) => ('game' in each ? each.game : [])),
    types: games.flatMap((each) => ('type' in each ? each.type : [])),
    providers: games.flatMap((each) => ('provider' in each ? each.provider : [])),
    countries: conditions.countries ?? [],
    not_countries: conditions.not_countries ?? [],
    level: conditions.level ?? null,
    most_rounds: terms.most_rounds,
    most_per_day: terms.most_per_day ?? null,
    most_players: terms.most_players ?? null,
  }
}

/** Only what its kind looks at. */
function scoreOf({ terms }: Tournament): WireTournament['score'] {
  const { kind, cap, best_of, run_length, at_least } = terms
  return {
    kind,
    unit: scoreUnits[kind],
    cap: kind === 'multiplier_sum' || kind === 'multiplier_run' ? cap : null,
    best_of: kind === 'multiplier_sum' ? best_of : null,
    run_length: kind === 'multiplier_run' ? run_length : null,
    at_least: kind === 'streak' || kind === 'slips_won' ? at_least : null,
  }
}
