import { isGameType } from '@croupier/contract/games'
import type { WireBonus } from '@croupier/contract/methods/bonuses'
import { currencyOf, toWire } from '@croupier/contract/money'
import { bonusTerms } from '@croupier/contract/promotion-terms'
import { isOpen } from './rules.ts'
import type { BonusRow } from './store.ts'

/** `3333` parts of 10,000 → `33.33`; `1250` hundredths → `12.5`. */
export const hundredths = (value: number): string => String(value / 100)

export type BonusWords = {
  title: string
  /** What is in the player's purse of bonus money, and in that of own money. */
  held: bigint
  main: bigint
  queuePlace: number | null
  /** Names of the games and studios that its terms list. */
  names: ReadonlyMap<string, string>
}

/** A bonus as its player sees it. By the clock: what is over shows as expired, whatever the job has done. */
export function wireBonus(row: BonusRow, { title, held, main, queuePlace, names }: BonusWords): WireBonus {
  const currency = currencyOf(row)
  const money = (minor: bigint) => toWire(minor, currency)
  const terms = bonusTerms.parse(row.terms)
  const isLiving = row.endedAt === null
  const status = isLiving && row.isOver ? 'expired' : row.state
  const isHere = isOpen({ state: status })
  const balance = isOpen(row) ? held : 0n
  return {
    id: String(row.id),
    title,
    status,
    mode: row.mode,
    source: row.source,
    offer_id: row.offer,
    amount: money(row.amount),
    balance: money(balance),
    wagering: {
      basis: terms.wagering.basis,
      times: hundredths(terms.wagering.times),
      required: money(row.required / 10_000n),
      // Rounded down, so that it is never shown as done before it is.
      done: money(row.progress / 10_000n),
      left: money((row.required - row.progress + 9_999n) / 10_000n),
      percent: row.required === 0n ? 100 : Number((row.progress * 100n) / row.required),
      counts: row.counts,
    },
    max_bet: row.maxBet === null ? null : money(row.maxBet),
    max_conversion: row.maxConversion === null ? null : money(row.maxConversion),
    min_balance: money(row.minBalance),
    principal: row.principal,
    on_withdrawal: row.onWithdrawal,
    contributions: contributionsOf(row, names),
    excluded: excludedOf(row, names),
    issued_at: row.issuedAt.toISOString(),
    take_by: row.takeBy.toISOString(),
    days: terms.days,
    activated_at: row.activatedAt?.toISOString() ?? null,
    expires_at: row.expiresAt?.toISOString() ?? null,
    ended_at: row.endedAt?.toISOString() ?? null,
    end_reason: row.endReason,
    end_note: row.endNote,
    queue_place: status === 'queued' ? queuePlace : null,
    is_in_use: status === 'active' && held > 0n,
    asks_first: isHere && row.asksFirst && row.mode === 'non_sticky' && row.startedAt === null,
    can_activate: status === 'issued' || status === 'paused',
    can_deactivate: status === 'active' && row.mode === 'isolated',
    can_remove: isHere || status === 'issued' || status === 'queued',
    removal: {
      lost: money(isHere ? balance : isLiving && !row.isOver ? row.amount : 0n),
      in_open_rounds: money(isHere ? row.inRounds : 0n),
      keeps: money(main),
    },
    result: { converted: money(row.converted), forfeited: money(row.forfeited) },
  }
}

type Names = BonusWords['names']

function contributionsOf(
  { contributions: { games, types, rest } }: BonusRow,
  names: Names,
): WireBonus['contributions'] {
  return [
    ...Object.entries(games).map(([game, rate]) => ({
      game,
      name: names.get(game) ?? game,
      percent: hundredths(rate),
    })),
    ...Object.entries(types).flatMap(([type, rate]) => (isGameType(type) ? [{ type, percent: hundredths(rate) }] : [])),
    { default: true as const, percent: hundredths(rest) },
  ]
}

const excludedOf = ({ contributions: { excluded } }: BonusRow, names: Names): WireBonus['excluded'] => [
  ...excluded.games.map((game) => ({ game, name: names.get(game) ?? game })),
  ...excluded.types.flatMap((type) => (isGameType(type) ? [{ type }] : [])),
  ...excluded.providers.map((provider) => ({ provider, name: names.get(provider) ?? provider })),
]
