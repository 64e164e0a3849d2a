import { type Currency, toDecimal } from '@croupier/contract/money'
import { sql } from 'kysely'
import { begin } from '../db/db.ts'
import { lockPlayer } from '../features/account/account.ts'
import { bonusHouse, issueBonus, machineOf, readBonus, takeBonus } from '../features/bonuses/bonuses.ts'
import type { StoryGame, TwoNodes } from './bonus-house.ts'
import type { ModelTerms } from './bonus-model/types.ts'
import { linesOf } from './bonus-rows.ts'
import { fund } from './cashier.ts'
import type { Reply } from './game-provider.ts'
import { untilServed } from './patience.ts'

/** A player at the two nodes: everything that is done in a story is asked here, and the house's own hand is one of its tools. */

/** What is done in a story; amounts in minor units, bonuses by their number within the story. */
export type Command =
  | { kind: 'bet'; id: string; round: string; game: StoryGame; amount: bigint; isClosed: boolean }
  | { kind: 'betwin'; id: string; round: string; game: StoryGame; amount: bigint; win: bigint; isClosed: boolean }
  | { kind: 'win'; id: string; round: string; game: StoryGame; amount: bigint; isClosed: boolean }
  | { kind: 'rollback'; id: string; round: string; game: StoryGame; reference: string }
  | { kind: 'deposit'; amount: bigint }
  | { kind: 'issue' | 'give'; key: string; terms: ModelTerms; amount: bigint; deposit: bigint; required: bigint }
  | { kind: 'activate' | 'pause' | 'expire'; bonus: number }
  /** By the operator, or because its deposit was taken back. */
  | { kind: 'end'; bonus: number; reason: 'operator' | 'deposit' }
  | { kind: 'exclude' }
  | { kind: 'remove'; bonus: number; expected: bigint | null }
  | { kind: 'payout'; key: string; amount: bigint; isAgreed: boolean }
  | { kind: 'cancel'; key: string }
type WalletCommand = Extract<Command, { round: string }>

type Data = Record<string, unknown>
/** An answer in the words of both sides: money is decimal text, bonuses have their numbers of the story. */
export type Told = { ok: Data } | { no: string; data: Data }

const kindOfStatus: Record<string, string> = { activate: 'activate', pause: 'deactivate', remove: 'remove' }

/** Terms as content has them, in one currency. */
function written(terms: ModelTerms, currency: Currency) {
  const sum = (amount: bigint) => ({ [currency]: toDecimal(amount, currency) })
  const percent = (parts: bigint) => Number(parts) / 100
  const { contributions, excluded, maxBet, maxConversion } = terms
  return {
    ...{ mode: terms.mode, principal: terms.principal, counts: terms.counts, asks_first: terms.asksFirst },
    wagering: { basis: terms.basis, times: Number(terms.times) / 100 },
    contributions: [
      ...Object.entries(contributions.games).map(([game, parts]) => ({ game, percent: percent(parts) })),
      ...Object.entries(contributions.types).map(([type, parts]) => ({ type, percent: percent(parts) })),
    ],
    default_percent: percent(contributions.default),
    excluded: [
      ...excluded.games.map((game) => ({ game })),
      ...excluded.types.map((type) => ({ type })),
      ...excluded.studios.map((provider) => ({ provider })),
    ],
    ...(maxBet !== null && { max_bet: sum(maxBet) }),
    ...(maxConversion !== null && { max_conversion: sum(maxConversion) }),
    min_balance: sum(terms.minBalance),
    on_withdrawal: terms.onWithdrawal,
    ...{ days: terms.days, take_days: terms.takeDays, priority: terms.priority },
  }
}

export type Launched = Awaited<ReturnType<TwoNodes['sample']['launch']>>
export type Seat = ReturnType<typeof seatOf>
type Player = { id: bigint; cookie: string; currency: Currency; launched: ReadonlyMap<string, Launched> }

export function seatOf({ here, there }: TwoNodes, { id: playerId, cookie, currency, launched }: Player) {
  const { db } = here
  /** Numbers of the database by those of the story. */
  const ids: string[] = []
  const payouts = new Map<string, string>()
  let turn = 0
  const dec = (amount: bigint) => toDecimal(amount, currency)
  const numberOf = (id: unknown) => ids.indexOf(String(id)) + 1
  const idOf = (bonus: number) => ids[bonus - 1] ?? '999999999999'

  async function call(command: WalletCommand): Promise<Told> {
    const reply = await untilServed(() => say(command))
    const { error } = JSON.parse(reply.text)
    if (reply.status !== 200) return { no: reply.reason, data: dataOf(error?.error_data ?? {}) }
    const { balance, bonus = null, shortfall = null } = reply.data
    return { ok: { balance: plain(balance), bonus: plain(bonus), shortfall: plain(shortfall) } }
  }

  function say(command: WalletCommand): Promise<Reply> {
    const game = launched.get(command.game.sysname)
    if (!game) throw new Error('a game that was not launched')
    const { round, id: transaction } = command
    if (command.kind === 'rollback') return game.rollback(round, command.reference, { transaction })
    const said = { transaction, is_closed: command.isClosed }
    if (command.kind === 'betwin') return game.betwin(round, dec(command.amount), dec(command.win), said)
    return game[command.kind](round, dec(command.amount), said)
  }

  function dataOf({ reason, bonus_id, burns, ...rest }: Data): Data {
    const data = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, plain(value)]))
    if (bonus_id !== undefined) data.bonus_id = numberOf(bonus_id)
    if (Array.isArray(burns)) data.burns = burns.map(burnOf)
    return data
  }

  const burnOf = (burn: Data) => ({
    bonus: numberOf(burn.bonus_id),
    kind: burn.kind,
    amount: plain(burn.amount),
    inRounds: plain(burn.in_open_rounds),
  })

  async function post(name: string, body: Record<string, string>) {
    turn += 1
    await sql`delete from http_rate_limit`.execute(db.sql)
    const { status, json } = await (turn % 2 ? here : there).as(cookie).post(name, body)
    if (status === 200) return { data: json.data, no: null }
    const { type, error_data, invalid_parameters } = json.error
    const reason = error_data?.reason ?? `${type} ${JSON.stringify(invalid_parameters)}`
    return { data: null, no: { no: reason, data: dataOf(error_data ?? {}) } }
  }

  async function change(kind: string, bonus: number, expected: bigint | null): Promise<Told> {
    const body = { bonus_id: idOf(bonus), ...(expected !== null && { expected_amount: dec(expected) }) }
    const { data, no } = await post(`bonuses.${kindOfStatus[kind]}`, body)
    return no ?? { ok: { status: data.status, balance: plain(data.balance) } }
  }

  async function issue(command: Extract<Command, { terms: ModelTerms }>): Promise<Told> {
    const { kind, key, amount, deposit, required } = command
    const grant = { playerId, source: 'operator', sourceKey: key, template: 'test', currency, amount } as const
    const terms = written(command.terms, currency)
    const issued = await begin(db, async (tx) => {
      await lockPlayer(tx, playerId)
      const added = await issueBonus(tx, { ...grant, deposit, terms, mostRequired: required })
      const bonus = added && kind === 'give' ? await readBonus(tx, added.id) : undefined
      if (bonus) await takeBonus(tx, bonus, await machineOf(here.parts))
      return added
    })
    // Of several at once with one key the first to answer need not be the one that made it.
    if (issued && !ids.includes(String(issued.id))) ids.push(String(issued.id))
    return { ok: { bonus: numberOf(issued?.id) } }
  }

  /** Its time is over from now on; the job has not come yet. */
  const expire = (bonus: number) =>
    sql`update bonuses_bonus set
        expires_at = case when state in ('active', 'paused') then now() - interval '1 second' else expires_at end,
        take_by = case when state in ('issued', 'queued') then now() - interval '1 second' else take_by end
      where id = ${idOf(bonus)} and ended_at is null`.execute(db.sql)

  /** As the operator does, and the listener of a deposit that was taken back. */
  const end = (bonus: number, reason: 'operator' | 'deposit') =>
    begin(db, async (tx): Promise<Told> => {
      await lockPlayer(tx, playerId)
      const row = await readBonus(tx, BigInt(idOf(bonus)))
      if (!row || row.endedAt !== null) return { ok: {} }
      await bonusHouse.end(tx, row, { state: 'removed', reason }, await machineOf(here.parts))
      return { ok: {} }
    })

  async function payOut({ key, amount, isAgreed }: Extract<Command, { kind: 'payout' }>): Promise<Told> {
    const details: Record<string, string> =
      currency === 'USDT'
        ? { method: 'usdt-trc20', 'requisites[trc20]': 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE' }
        : { method: 'wallet', 'requisites[account]': `${key}@example.com` }
    // Whole units are written without their decimals.
    const body = { ...details, amount: dec(amount).replace(/\.0+$/, ''), ...(isAgreed && { burn_bonuses: '1' }) }
    const { data, no } = await post('cashier.makewithdrawal', body)
    if (data) payouts.set(key, data.transaction.id)
    return no ?? { ok: {} }
  }

  async function ask(command: Command): Promise<Told> {
    switch (command.kind) {
      case 'deposit':
        await fund(db, playerId, { currency, kind: 'main', amount: command.amount })
        return { ok: {} }
      case 'issue':
      case 'give':
        return issue(command)
      case 'expire':
        await expire(command.bonus)
        return { ok: {} }
      case 'end':
        return end(command.bonus, command.reason)
      case 'exclude':
        return (await post('account.selfExclude', { period: '6m' })).no ?? { ok: {} }
      case 'activate':
      case 'pause':
        return change(command.kind, command.bonus, null)
      case 'remove':
        return change('remove', command.bonus, command.expected)
      case 'payout':
        return payOut(command)
      case 'cancel':
        return (await post('cashier.cancelwithdrawal', { id: payouts.get(command.key) ?? '1' })).no ?? { ok: {} }
      default:
        return call(command)
    }
  }

  /** Purses, and every bonus as its row has it. */
  async function look() {
    const { rows } = await sql<{ purses: Data | null; bonuses: (Data & { id: string })[] | null; open: string | null }>`
      select (select json_object_agg(kind, balance::text) from wallet_purse
          where player_id = ${playerId} and currency = ${currency}) as purses,
        (select json_agg(json_build_object('id', id::text, 'state', state, 'endReason', end_reason,
            'mode', case when activated_at is not null then mode end, 'amount', amount::text, 'required', required_bp::text,
            'progress', progress_bp::text, 'openRounds', open_rounds, 'inRounds', in_rounds::text, 'base', base::text,
            'converted', converted::text, 'forfeited', forfeited::text) order by id)
          from bonuses_bonus where player_id = ${playerId}) as bonuses,
        (select open_bonus_id::text from account_player where id = ${playerId}) as open`.execute(db.sql)
    const [row] = rows
    const bonuses = row?.bonuses ?? []
    // Those that jobs have made stand behind the others.
    for (const { id } of bonuses) if (!ids.includes(id)) ids.push(id)
    const { main = '0', bonus = '0', withdrawal_hold = '0' } = row?.purses ?? {}
    return {
      purses: { main, bonus, held: withdrawal_hold },
      open: row?.open == null ? null : numberOf(row.open),
      bonuses: bonuses.map(({ id, ...rest }) => rest),
    }
  }

  return { currency, dec, ask, look, lines: (key: string) => linesOf(db, key) }
}

/** Money on the wire as its decimal text. */
const plain = (value: unknown) =>
  typeof value === 'object' && value !== null && 'amount' in value ? String(value.amount) : value
