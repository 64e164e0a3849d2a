import { bonusTerms } from '@croupier/contract/promotion-terms'
import { type BonusEndReason, type BonusSource, type BonusState, bonusMoves } from '@croupier/contract/promotions'
import type { Db, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import type { Announce } from '../../happenings.ts'
import { setOpenBonuses } from '../account/account.ts'
import type { PromotionRules } from '../jurisdiction/jurisdiction.ts'
import { balancesOf, move, type Transfer } from '../wallet/wallet.ts'
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
  await moveOnce(tx, `open:${id}`, playerId, [
    { from: house(paidFrom), to, amount, reason: 'bonus', ...about },
    ...(bonus.waiting > amount
      ? [
          {
            from: house('packs'),
            to: house('main'),
            amount: bonus.waiting - amount,
            reason: 'forfeit',
            ...about,
          } as const,
        ]
      : []),
  ])
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
export async function endBonus(
  tx: Tx,
  bonus: store.BonusRow,
  end: BonusEnd,
  { announce }: MachineContext,
): Promise<void> {
  const { id, playerId, currency } = bonus
  checkMove(bonus.state, end.state)
  const wasOpen = isOpen(bonus)
  const held = wasOpen ? await heldBy(tx, playerId, currency) : bonus.waiting
  const [reason, note] = end.state === 'removed' ? [end.reason, end.note ?? ''] : [null, '']
  await store.writeEnded(tx, id, { state: end.state, reason, note, forfeited: held })
  if (wasOpen) await setOpenBonuses(tx, [{ playerId, bonusId: null }])
  if (held > 0n)
    await moveOnce(tx, `end:${id}`, playerId, [
      {
        from: wasOpen
          ? { playerId, kind: 'bonus', currency }
          : { playerId: null, owner: 'promotions', kind: 'packs', currency },
        to: { playerId: null, owner: 'promotions', kind: 'main', currency },
        amount: held,
        reason: 'forfeit',
        ref: `bonus:${id}`,
      },
    ])
  if (wasOpen) await announce(tx, 'bonus.ended', { bonusId: String(id), playerId: String(playerId) })
  await tellPlayer(tx, playerId, 'bonuses')
  await tellEnded(tx, bonus, { reason: reason ?? 'expired', words: note })
}

export async function heldBy(tx: Db, playerId: bigint, currency: string): Promise<bigint> {
  const purses = await balancesOf(tx, playerId)
  return purses.find((purse) => purse.kind === 'bonus' && purse.currency === currency)?.balance ?? 0n
}

/** The ledger itself refuses a second opening and a second end. */
async function moveOnce(tx: Tx, key: string, playerId: bigint, transfers: readonly Transfer[]): Promise<void> {
  const movement = { scope: 'bonus', key, playerId, body: { playerId }, transfers }
  const outcome = await move(tx, { ...movement, answer: () => ({}) })
  if (outcome.kind !== 'moved') throw new Error(`the money of a bonus did not move: ${outcome.kind}`)
}
