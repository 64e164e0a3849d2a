import { currencyOf, toDecimal } from '@croupier/contract/money'
import { parsePick } from '@croupier/sportsbook/pick'
import { sql } from 'kysely'
import type { Tx } from '../../context.ts'
import { cell } from '../../csv.ts'
import type { HistoryQuery } from '../../ports/history.ts'
import type { ExportSource } from '../rounds/rounds.ts'
import { sportsHouse } from '../sports/sports.ts'

type FileBet = {
  id: bigint
  number: number
  state: string
  kind: string
  combinations: number
  mode: string
  currency: string
  stake: bigint
  returned: bigint
  boost: bigint
  cashed: bigint
  isFree: boolean
  policy: string
  askedAt: Date
  /** To the last digit. */
  at: string
  acceptedAt: Date | null
  settledAt: Date | null
  refused: string | null
  /** At the price that was taken; of what was not, the one that was asked. */
  legs: { picks: string[]; price: number }[]
}

/** Times are UTC, amounts decimal text in the currency beside them. `returned` is all that came back. */
const header =
  'asked_at,bet,number,state,kind,combinations,mode,currency,stake,returned,boost,cashed_out,is_free,policy,accepted_at,settled_at,refused,picks\r\n'

type Portion = { query: HistoryQuery; after: { at: string; round: string }; until: string; count: number }

/** Oldest first, after this place; bets that were asked for after the wish are not part of it. */
async function readBets(tx: Tx, { query, after, until, count }: Portion): Promise<FileBet[]> {
  const { playerId, mode, from = null, to = null } = query
  const { rows } =
    await sql<FileBet>`select id, number, state, kind, combinations, mode, currency, stake, returned, boost,
      cashed, is_free_bet as "isFree", policy, asked_at as "askedAt", asked_at::text as at, accepted_at as "acceptedAt",
      settled_at as "settledAt", refused_reason as refused,
      (select coalesce(json_agg(json_build_object('picks', (select json_agg(part.value ->> 'pick')
            from jsonb_array_elements(leg.value -> 'parts') as part), 'price', coalesce((select price from bets_leg
            where bet_id = bet.id and place = leg.at - 1 order by part limit 1), (leg.value ->> 'price')::int))
          order by leg.at), '[]') from jsonb_array_elements(asked) with ordinality as leg (value, at)) as legs
    from bets_bet as bet where player_id = ${playerId} and mode = ${mode}
      and asked_at >= coalesce(${from}::date::timestamp at time zone 'utc', '-infinity')
      and asked_at < coalesce((${to}::date + 1)::timestamp at time zone 'utc', 'infinity')
      and asked_at <= ${until}::timestamptz
      and (asked_at, id) > (${after.at}::timestamptz, ${BigInt(after.round || 0)})
    order by asked_at, id limit ${count}`.execute(tx)
  return rows
}

function lineOf(bet: FileBet, nameOf: (event: string) => string): string {
  const currency = currencyOf(bet)
  const money = (amount: bigint) => toDecimal(amount, currency)
  const pickText = (pick: string) => {
    const { event = '', type = '', period = '', line = null, outcome = '' } = parsePick(pick) ?? {}
    return `${nameOf(event)}: ${[type, period, line, outcome].filter(Boolean).join(' ')}`
  }
  const legs = bet.legs.map(({ picks, price }) => `${picks.map(pickText).join(' + ')} @ ${toThousandths(price)}`)
  return `${[
    ...[bet.askedAt.toISOString(), bet.id, bet.number, bet.state, bet.kind, bet.combinations, bet.mode, currency],
    ...[money(bet.stake), money(bet.returned + bet.boost + bet.cashed), money(bet.boost), money(bet.cashed)],
    ...[bet.isFree ? 1 : 0, bet.policy, bet.acceptedAt?.toISOString() ?? '', bet.settledAt?.toISOString() ?? ''],
    ...[bet.refused ?? '', cell(legs.join('; '))],
  ].join(',')}\r\n`
}

const toThousandths = (price: number) => `${Math.floor(price / 1_000)}.${String(price % 1_000).padStart(3, '0')}`

/** What bets write into files: a line for each, with all its picks. */
export const betsExport: ExportSource = {
  product: 'sports',
  header,
  async lines(_ctx, tx, asked) {
    const bets = await readBets(tx, asked)
    const picks = bets.flatMap(({ legs }) => legs.flatMap((leg) => leg.picks))
    const events = [...new Set(picks.flatMap((pick) => parsePick(pick)?.event ?? []))]
    const names = await sportsHouse.nameEvents(tx, events.map(BigInt))
    const nameOf = (event: string) => names.get(BigInt(event || 0)) ?? `event ${event}`
    return bets.map((bet) => ({
      text: lineOf(bet, nameOf),
      place: { at: bet.at, provider: 'sportsbook', round: String(bet.id) },
    }))
  },
}
