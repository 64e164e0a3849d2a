import { bonusTerms } from '@croupier/contract/promotion-terms'
import { type BonusEndReason, type BonusSource, type BonusState, bonusMoves } from '@croupier/contract/promotions'
import type { Db, Tx } from '../../context.ts'
import { tellPlayer, tellPlayers } from '../../db/announce.ts'
import type { Announce } from '../../happenings.ts'
import { setOpenBonuses } from '../account/account.ts'
import type { PromotionRules } from '../jurisdiction/jurisdiction.ts'
import { balancesOf, balancesOfAll, moveAll, type Transfer } from '../wallet/wallet.ts'
import { isOpen } from './rules.ts'
import * as store from './store.ts'
import { tellEnded, tellOpened, tellReady } from './tell.ts'
import { fixTerms, lawfulOpening } from './terms.ts'

/**
 * The only code that opens and ends a bonus outside of a stake. Whoever calls it holds the player's lock: every event of
 * one player stands in one line, and the table of moves says what can follow what.
 */

export type MachineContext = {
  announce: Announce
  /** The site plays with bonuses that pay alone: each opens that way, whatever its template says. */
  isIsolationOn: boolean
  /** The law of the place looks once more when a bonus opens. */
  law: PromotionRules
  /** The player did it just now and sees what came of it: no notice says so again. */
  isPresent?: boolean
}

/** A movement between states that is not in the table is a fault of ours. */
export function checkMove(from: BonusState, to: BonusState): void {
  if (!bonusMoves[from].some((next) => next === to)) throw new Error(`a bonus cannot become ${to} from ${from}`)
}

export type Grant = {
  playerId: bigint
  source: BonusSource
  /** The same key grants once. */
  sourceKey: string
  template: string
  /** As they were published. */
  terms: unknown
  currency: string
  amount: bigint
  deposit?: bigint
  offer?: string
  version?: string
  /** Winnings of free spins that wait in a purse of their own; the amount is what of them it may become. */
  waiting?: bigint
  maxWin?: bigint | null
  /** Where they differ from the terms: a late bonus has the rest of the old one. */
  mostRequired?: bigint
  lifeSeconds?: number
  /** It is said yes to in the same transaction: no notice asks for an answer. */
  isTaken?: boolean
}

/** The bonus of this key, new or known; null where its currency is not offered. Nothing moves yet. */
export async function issueBonus(tx: Tx, grant: Grant): Promise<{ id: bigint; isNew: boolean } | null> {
  const { playerId, source, sourceKey, template, terms, currency, amount, deposit = 0n } = grant
  const fixed = fixTerms(bonusTerms.parse(terms), { currency, amount, deposit })
  if (!fixed) return null
  const added = await store.addBonus(tx, {
    ...fixed,
    ...{ playerId, source, sourceKey, template, terms },
    offer: grant.offer ?? null,
    version: grant.version ?? null,
    paidFrom: grant.waiting === undefined ? 'main' : 'packs',
    waiting: grant.waiting ?? 0n,
    maxWin: grant.maxWin ?? null,
    required: least(fixed.required, grant.mostRequired),
    ...(grant.lifeSeconds !== undefined && { lifeSeconds: grant.lifeSeconds }),
  })
  const id = added ?? (await store.idOfKey(tx, sourceKey))
  if (id === null) throw new Error('a bonus was neither added nor known')
  if (added !== null) {
    await tellPlayer(tx, playerId, 'bonuses')
    if (waitsForYes.includes(source) && !grant.isTaken) await tellIssued(tx, added)
  }
  return { id, isNew: added !== null }
}

/** Where these come from nothing is said yes to yet. */
const waitsForYes: readonly BonusSource[] = ['operator', 'shop', 'prize', 'cashback']

async function tellIssued(tx: Tx, id: bigint): Promise<void> {
  const bonus = await store.readBonus(tx, id)
  if (bonus) await tellReady(tx, bonus)
}

const least = (amount: bigint, most: bigint | undefined) => (most !== undefined && amount > most ? most : amount)

/** The player says yes: it opens, or waits behind the open one. */
export async function takeBonus(tx: Tx, bonus: store.BonusRow, options: MachineContext): Promise<void> {
  if (bonus.state !== 'issued') return
  const living = await store.readLiving(tx, bonus.playerId)
  if (!living.some(isOpen)) return openBonus(tx, bonus, options)
  checkMove(bonus.state, 'queued')
  await store.writeQueued(tx, bonus.id)
  await tellPlayer(tx, bonus.playerId, 'bonuses')
}

/** Its money comes into the purse, its time begins. */
async function openBonus(tx: Tx, bonus: store.BonusRow, options: MachineContext): Promise<void> {
  const { id, playerId, currency, paidFrom } = bonus
  checkMove(bonus.state, 'active')
  const opening = openingOf(bonus)
  // The provider took all of it back in the meantime.
  if (!opening) return endBonus(tx, bonus, { state: 'removed', reason: 'taken_back' }, options)
  const { asksFirst, contributions } = bonus
  const mode = options.isIsolationOn ? 'isolated' : bonus.mode
  const lawful = lawfulOpening({ ...opening, asksFirst, contributions, mode }, options.law)
  const expiresAt = await store.writeOpened(tx, id, lawful)
  await setOpenBonuses(tx, [{ playerId, bonusId: id }])
  const house = (kind: string) => ({ playerId: null, owner: 'promotions', kind, currency })
  const about = { ref: `bonus:${id}` }
  const [to, amount] = [{ playerId, kind: 'bonus', currency } as const, opening.amount]
  const over = bonus.waiting - amount
  const transfers: readonly Transfer[] = [
    { from: house(paidFrom), to, amount, reason: 'bonus', ...about },
    ...(over > 0n
      ? [{ from: house('packs'), to: house('main'), amount: over, reason: 'forfeit', ...about } as const]
      : []),
  ]
  await moveOnce(tx, [{ key: `open:${id}`, playerId, transfers }])
  await tellPlayer(tx, playerId, 'bonuses')
  if (!options.isPresent) await tellOpened(tx, { playerId, currency, amount, expiresAt })
}

/** What was won with free spins may have changed since it was issued; everything else is fixed. */
function openingOf(bonus: store.BonusRow) {
  if (bonus.paidFrom === 'main') return bonus
  const amount = least(bonus.waiting, bonus.maxWin ?? undefined)
  return amount > 0n ? fixTerms(bonusTerms.parse(bonus.terms), { currency: bonus.currency, amount }) : null
}

/** The next of the queue, where none is open. */
export async function openNext(tx: Tx, playerId: bigint, options: MachineContext): Promise<void> {
  const living = await store.readLiving(tx, playerId)
  if (living.some(isOpen)) return
  const next = living.find(({ state, isOver }) => state === 'queued' && !isOver)
  if (next) await openBonus(tx, next, options)
}

export type BonusEnd =
  | { state: 'expired' }
  | {
      state: 'removed'
      reason: BonusEndReason
      /** What the player reads. */
      note?: string
    }

/** Its money goes back to the house; the player's own stays. */
export const endBonus = (tx: Tx, bonus: store.BonusRow, end: BonusEnd, options: MachineContext): Promise<void> =>
  endBonuses(tx, [bonus], end, options)

/** Many that end alike, each of a player whose lock is held. */
export async function endBonuses(
  tx: Tx,
  bonuses: readonly store.BonusRow[],
  end: BonusEnd,
  { announce }: MachineContext,
): Promise<void> {
  if (bonuses.length === 0) return
  for (const { state } of bonuses) checkMove(state, end.state)
  const open = bonuses.filter(isOpen)
  const balances = await balancesOfAll(tx, playersOf(open))
  const ended = bonuses.map((bonus) => ({
    ...bonus,
    forfeited: isOpen(bonus) ? bonusMoney(balances.get(bonus.playerId), bonus.currency) : bonus.waiting,
  }))
  const [reason, note] = end.state === 'removed' ? [end.reason, end.note ?? ''] : [null, '']
  await store.writeEnded(tx, ended, { state: end.state, reason, note })
  if (open.length > 0) await closeOpen(tx, open, announce)
  await moveOnce(tx, ended.filter(({ forfeited }) => forfeited > 0n).map(forfeitOf))
  await tellPlayers(tx, playersOf(bonuses), 'bonuses')
  await tellEnded(tx, bonuses, { reason: reason ?? 'expired', words: note })
}

const playersOf = (bonuses: readonly store.BonusRow[]) => [...new Set(bonuses.map(({ playerId }) => playerId))]

/** Who hears of it opens the next of the queue, where there is one. */
async function closeOpen(tx: Tx, open: readonly store.BonusRow[], announce: Announce): Promise<void> {
  await setOpenBonuses(
    tx,
    open.map(({ playerId }) => ({ playerId, bonusId: null })),
  )
  const waiting = await store.playersWithQueue(tx, playersOf(open))
  for (const { id, playerId } of open)
    if (waiting.has(playerId)) await announce(tx, 'bonus.ended', { bonusId: String(id), playerId: String(playerId) })
}

function forfeitOf(bonus: store.BonusRow): BonusMovement {
  const { id, playerId, currency, forfeited } = bonus
  const from = isOpen(bonus)
    ? ({ playerId, kind: 'bonus', currency } as const)
    : { playerId: null, owner: 'promotions', kind: 'packs', currency }
  const to = { playerId: null, owner: 'promotions', kind: 'main', currency }
  const transfer = { from, to, amount: forfeited, reason: 'forfeit', ref: `bonus:${id}` } as const
  return { key: `end:${id}`, playerId, transfers: [transfer] }
}

export const heldBy = async (tx: Db, playerId: bigint, currency: string): Promise<bigint> =>
  bonusMoney(await balancesOf(tx, playerId), currency)

const bonusMoney = (purses: Awaited<ReturnType<typeof balancesOf>> = [], currency: string): bigint =>
  purses.find((purse) => purse.kind === 'bonus' && purse.currency === currency)?.balance ?? 0n

type BonusMovement = { key: string; playerId: bigint; transfers: readonly Transfer[] }

/** The ledger itself refuses a second opening and a second end. */
async function moveOnce(tx: Tx, movements: readonly BonusMovement[]): Promise<void> {
  const outcomes = await moveAll(
    tx,
    movements.map(({ playerId, ...movement }) => ({
      ...{ ...movement, scope: 'bonus', playerId, body: { playerId }, answer: () => ({}) },
    })),
  )
  for (const { kind } of outcomes) if (kind !== 'moved') throw new Error(`the money of a bonus did not move: ${kind}`)
}
