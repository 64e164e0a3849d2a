import type { Currency } from '@croupier/contract/money'
import { currencyOf, toDecimal, toWire } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'
import type { Operation, PlayerContext } from '../../context.ts'
import type { Direction } from '../../ports/payments.ts'
import { isKycBlocking } from '../account/account.ts'
import { readBurns } from '../bonuses/bonuses.ts'
import { type Jurisdiction, rulesOf } from '../jurisdiction/jurisdiction.ts'
import { depositRoom } from '../limits/limits.ts'
import { needsPassword } from './check-details.ts'
import { withBanks } from './get-banks.ts'
import { readMoneyOf } from './make-withdrawal.ts'
import { type CashierMethod, methodsFor, percentText, providerOf, rangeOf, unitOf, type Way } from './methods.ts'
import { readPayoutFacts } from './payout-facts.ts'
import { type Requisite, readRequisites } from './requisite-store.ts'
import { leftIn, payoutNo } from './rules.ts'
import { readPaidTotals } from './store.ts'
import { readPaymentSwitches } from './switch-store.ts'

const blocked = (no: Refusal | null) => no && { type: no.type, reason: no.reason ?? null, data: no.data ?? {} }

const savedOnWire = ({ id, method, mask, state, hasPaidIn }: Requisite) => ({
  id: Number(id),
  method,
  mask,
  state,
  is_source: hasPaidIn,
})

type Reading = {
  currency: Currency
  direction: Direction
  saved: readonly Requisite[]
  closed: readonly { provider: string; direction: Direction }[]
}

/** What both directions say about a method. A provider that is away closes it, and it stays visible. */
async function methodOnWire(ctx: PlayerContext, method: CashierMethod, way: Way, reading: Reading) {
  const { currency, direction, saved, closed } = reading
  const provider = providerOf(ctx.payments, method)
  const isOn = !closed.some((each) => each.provider === provider?.name && each.direction === direction)
  const place = { country: ctx.player.standing.countryCode, currency }
  const fields = provider ? await withBanks(provider, way.fields, place).catch(ignoreRefusal) : null
  const { min, max } = rangeOf(way, currency)
  return {
    id: method.id,
    sysname: method.sysname,
    kind: method.kind,
    title: null,
    min: toWire(min, currency),
    max: toWire(max, currency),
    fee: way.fee && { percent: percentText(way.fee.basisPoints), fixed: toWire(way.fee.fixed, currency) },
    minutes: way.minutes,
    requisites: [...(fields ?? way.fields)],
    saved: saved.filter((each) => each.method === method.sysname).map(savedOnWire),
    is_open: isOn && fields !== null,
    frame_url: method.kind === 'card' ? (provider?.frameUrl ?? null) : null,
  }
}

function ignoreRefusal(error: unknown): null {
  if (Refusal.is(error)) return null
  throw error
}

export const getDepositSettings: Operation<'cashier.getdepositsettings'> = async (ctx) => {
  const { sql, player, content, locale, config } = ctx
  const { standing } = player
  const currency = currencyOf(standing)
  const [saved, closed, room, totals, { cashier }] = await Promise.all([
    readRequisites(sql, player.id),
    readPaymentSwitches(sql),
    depositRoom(sql, player.id),
    readPaidTotals(sql, player.id),
    content.config(locale),
  ])
  const reading = { currency, direction: 'deposit', saved, closed } as const
  const open = methodsFor('deposit', { countryCode: standing.countryCode, currency })
  const listed = await Promise.all(
    open.map(async (method) =>
      method.deposit
        ? [{ ...(await methodOnWire(ctx, method, method.deposit, reading)), action: method.deposit.action }]
        : [],
    ),
  )
  const limit = room && {
    period: room.periodDays,
    limit_amount: toWire(room.amount, currency),
    available_amount: toWire(room.left, currency),
  }
  return {
    currency,
    methods: listed.flat(),
    amounts: cashier.depositAmounts
      .filter((each) => each.currency === currency && Number.isInteger(each.amount) && each.amount > 0)
      .map(({ amount }) => ({ currency, amount: toDecimal(BigInt(amount) * unitOf(currency), currency) })),
    limit,
    should_ask_limit: !standing.hasDeposited && room === null,
    blocked_by: blocked(depositNo(standing, config.jurisdiction, limit, room?.left ?? null)),
    totals: {
      paid_in: toWire(totals.paidIn, currency),
      paid_out: toWire(totals.paidOut, currency),
      net: toWire(totals.paidIn - totals.paidOut, currency),
    },
  }
}

/** What would refuse any deposit, whatever is typed. */
function depositNo(
  standing: { isVerified: boolean },
  jurisdiction: Jurisdiction,
  limit: Record<string, unknown> | null,
  left: bigint | null,
): Refusal | null {
  if (limit && left === 0n) return new Refusal('BillingDepositLimitExceeded', { data: { kind: 'deposit', ...limit } })
  return isKycBlocking(standing, jurisdiction) ? new Refusal('KycUserProfile') : null
}

export const getWithdrawSettings: Operation<'cashier.getwithdrawsettings'> = async (ctx) => {
  const { sql, player, config } = ctx
  const { standing } = player
  const currency = currencyOf(standing)
  const [saved, closed, facts, purses, burns] = await Promise.all([
    readRequisites(sql, player.id),
    readPaymentSwitches(sql),
    readPayoutFacts(sql, player.id),
    readMoneyOf(ctx, currency),
    readBurns(ctx),
  ])
  const reading = { currency, direction: 'withdrawal', saved, closed } as const
  const open = methodsFor('payout', { countryCode: standing.countryCode, currency })
  const listed = await Promise.all(
    open.map(async (method) => (method.payout ? [await methodOnWire(ctx, method, method.payout, reading)] : [])),
  )
  return {
    currency,
    methods: listed.flat(),
    available: toWire(purses.main, currency),
    held: toWire(purses.held, currency),
    periods: facts.rooms.map((room) => ({
      period: room.period,
      limit_amount: toWire(room.limit, currency),
      available_amount: toWire(leftIn(room), currency),
      resets_at: room.resetsAt?.toISOString() ?? null,
    })),
    burns,
    can_cancel: rulesOf(config.jurisdiction).mayCancelPayout,
    blocked_by: blocked(payoutNo(facts, null)),
    needs_password: needsPassword(ctx),
  }
}
