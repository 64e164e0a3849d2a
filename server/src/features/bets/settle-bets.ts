import type { Tx } from '../../context.ts'
import { TryAgain } from '../../db/db.ts'
import { ownPurse } from '../funding/funding.ts'
import { balancesOfAll, type Movement, moveAll, type PurseName } from '../wallet/wallet.ts'
import { type BetLine, correctingLines, type MoneyStep, reopeningLines, settlingLines } from './settle-money.ts'
import { lockBets, type OpenBet, type SettlingStep } from './settle-store.ts'
import { type BetView, viewBets } from './settle-view.ts'
import { laneOf } from './work-store.ts'
import { type DoneStep, type SettlingContext, writeDone, writeReviews } from './write-settled.ts'

/**
 * Brings these bets to where the words of now want them, all in one transaction and with a fixed number of questions.
 * Players that are not locked lose nothing by it: a bet that would take money back, or frees a stake that a limit
 * counts, is only settled where its player is. Answers with those that are left, and those that a bonus is in.
 */
export async function settleCrowd(
  tx: Tx,
  ids: readonly bigint[],
  { locked, ...ctx }: SettlingContext & { locked: ReadonlySet<bigint> },
): Promise<bigint[]> {
  const views = (await viewBets(tx, await lockBets(tx, ids))).filter(({ act }) => act.kind !== 'nothing')
  const isLeft = ({ bet, act }: BetView) => bet.bonusId !== null || (needsPlayer(bet, act) && !locked.has(bet.playerId))
  // What pays goes before what takes back, as what is left does: a player lacks only what is really not there.
  const doing = views
    .filter((view) => !isLeft(view))
    .toSorted((one, other) => Number(takes(one)) - Number(takes(other)))
  const balances = await openBalances(tx, doing)
  const done = doing.flatMap((view) => planStep(view, balances) ?? [])
  const outcomes = await moveAll(
    tx,
    done.map(({ view: { bet }, step, lines }) => betMovement(bet, step.n, lines)),
  )
  for (const { kind } of outcomes) {
    // A purse that was looked at before it was locked.
    if (kind === 'short') throw new TryAgain('the money of a bet was not there')
    if (kind !== 'moved') throw new Error(`the money of a bet did not move: ${kind}`)
  }
  await writeReviews(tx, doing)
  await writeDone(tx, done, ctx)
  return views.filter(isLeft).map(({ bet }) => bet.id)
}

const takes = ({ bet, act }: BetView): boolean => needsPlayer(bet, act)

const needsPlayer = ({ mode, stake, stakeOpen }: OpenBet, act: BetView['act']): boolean =>
  act.kind === 'correct' || (act.kind === 'settle' && mode === 'real' && act.judged.isVoid && stakeOpen === stake)

type Balances = ReturnType<typeof balancesWith>

/** What is in the purses that pay, as it will be after each bet of the batch. */
const balancesWith = (found: ReadonlyMap<string, bigint>) => {
  const now = new Map(found)
  const key = ({ playerId, mode, currency }: OpenBet) => `${playerId}/${ownPurse(mode)}/${currency}`
  return {
    of: (bet: OpenBet) => now.get(key(bet)) ?? 0n,
    add: (bet: OpenBet, amount: bigint) => now.set(key(bet), (now.get(key(bet)) ?? 0n) + amount),
  }
}

async function openBalances(tx: Tx, views: readonly BetView[]): Promise<Balances> {
  const players = new Set(views.filter(({ act }) => act.kind === 'correct').map(({ bet }) => bet.playerId))
  if (players.size === 0) return balancesWith(new Map())
  const found = await balancesOfAll(tx, [...players])
  return balancesWith(
    new Map(
      [...found].flatMap(([playerId, purses]) =>
        purses.map(({ kind, currency, balance }) => [`${playerId}/${kind}/${currency}`, balance] as const),
      ),
    ),
  )
}

/** Null where no money and no leg of a step changes. */
function planStep(view: BetView, balances: Balances): (DoneStep & { lines: readonly BetLine[] }) | null {
  const planned = moneyOf(view, balances)
  if (!planned) return null
  const { bet } = view
  const { money, ...result } = planned
  for (const { from, to, amount } of money.lines) {
    if (to === 'own') balances.add(bet, amount)
    if (from === 'own') balances.add(bet, -amount)
  }
  return { view, lines: money.lines, step: { ...nextStepOf(bet), ...result, shortfall: money.shortfall } }
}

/** The next step of a bet, as far as it is the same for all of them. */
export const nextStepOf = ({ id, steps, stakeOpen, returned }: OpenBet) => ({
  ...{ betId: id, n: steps + 1, part: stakeOpen, before: returned },
})

type Planned = Pick<SettlingStep, 'kind' | 'state' | 'returned' | 'boost' | 'legs'> & { money: MoneyStep }

function moneyOf({ bet, past, act }: BetView, balances: Balances): Planned | null {
  const { owed } = past
  switch (act.kind) {
    case 'settle': {
      const { returned, boost, legs } = act.judged
      const money = settlingLines(bet.stakeOpen, act.judged, owed)
      return { kind: 'settled', state: 'settled', returned, boost, legs, money }
    }
    case 'correct': {
      const { returned, boost, legs } = act.judged
      const money = correctingLines(bet, act.judged, { owed, main: balances.of(bet) })
      return { kind: 'corrected', state: 'settled', returned, boost, legs, money }
    }
    case 'reopen':
      return {
        kind: 'reopened',
        state: 'open',
        returned: 0n,
        boost: 0n,
        legs: [],
        money: reopeningLines(bet.stakeOpen),
      }
    default:
      return null
  }
}

type Owned = Pick<OpenBet, 'id' | 'playerId' | 'mode' | 'currency'>

/** The numbered step of a bet is its key in the ledger, so no step is taken twice. */
export const betMovement = (bet: Owned, n: number, lines: readonly BetLine[], suffix = ''): Movement => ({
  ...{
    scope: 'bet-step',
    key: `${bet.id}:${n}${suffix}`,
    playerId: bet.playerId,
    body: { slip: String(bet.id), step: n },
  },
  transfers: lines.map(({ from, to, amount, reason }) => ({
    ...{ from: purseAt(from, bet), to: purseAt(to, bet), amount, reason, ref: `bet:${bet.id}` },
  })),
  answer: () => ({}),
})

function purseAt(place: BetLine['from'], { playerId, mode, currency }: Owned): PurseName {
  const lane = laneOf(playerId)
  switch (place) {
    case 'own':
      return { playerId, kind: ownPurse(mode), currency }
    case 'hold':
      return { playerId, kind: 'slip_hold', currency }
    case 'book':
      return { playerId: null, owner: 'house', kind: lane === 0 ? 'sportsbook' : `sportsbook-${lane}`, currency }
    case 'promotions':
      return { playerId: null, owner: 'promotions', kind: 'main', currency }
    case 'receivable':
      return { playerId: null, owner: 'house', kind: 'receivable', currency }
  }
}
