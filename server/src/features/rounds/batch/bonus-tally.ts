import type { MoveReason } from '@croupier/contract/cashier'
import {
  type Bonus,
  type BonusPlace,
  bonusRules,
  type Gain,
  type GameKind,
  isOpen,
  type LateShare,
  type Wager,
} from '../../bonuses/bonuses.ts'
import {
  ownPurse,
  ownTerms,
  type Part,
  type PlayMode,
  payerPurse,
  type StakePurse,
  shareOf,
} from '../../funding/funding.ts'
import type { PurseName, Transfer } from '../../wallet/wallet.ts'
import type { Call } from './read-call.ts'

const { afterCall, countedBy, payerOf, payersBy, placeShare, rateOf, takeShare } = bonusRules

/** Bonuses that one call may touch. */
export type BonusesAround = {
  /** The player's open one, in the currency of the call. */
  open: Bonus | null
  byId: (id: bigint) => Bonus | undefined
  game: GameKind
  /** A pack whose winnings wait to become a bonus. */
  packOf: (id: bigint) => WaitingPack | undefined
}

export type WaitingPack = { won: bigint; maxWin: bigint | null; bonusId: bigint | null }

export type RoundBonus = {
  id: bigint
  staked: bigint
  won: bigint
  /** Pots that the round won: they are own money, and no part of what is divided. */
  prized: bigint
}

type RoundMoney = {
  staked: bigint
  won: bigint
  isClosed: boolean
  bonus: RoundBonus | null
  pack: bigint | null
}

export type BonusTally = ReturnType<typeof openTally>

const gamePurse = ({ provider, currency }: Call, kind: 'main' | 'receivable' = 'main'): PurseName => ({
  playerId: null,
  owner: `game:${provider}`,
  kind,
  currency,
})

const fresh = { isBegun: false, bonusId: null }

/** What of its bonus' money is in a round that is not closed. */
const inRound = (round: RoundMoney | undefined): bigint => (round?.bonus && !round.isClosed ? round.bonus.staked : 0n)

const withRound = (bonus: Bonus, had: bigint, has: bigint): Bonus => ({
  ...bonus,
  openRounds: bonus.openRounds + (has > 0n ? 1 : 0) - (had > 0n ? 1 : 0),
  inRounds: bonus.inRounds + has - had,
})

type TallyOptions = { mode: PlayMode; bonuses: BonusesAround; balanceOf: (kind: StakePurse) => bigint }

/** What moves in one call, and what the player's purses hold after each line. */
function openLines(call: Call, { mode, balanceOf }: Pick<TallyOptions, 'mode' | 'balanceOf'>) {
  const own = ownPurse(mode)
  const purses = { main: balanceOf(own), bonus: balanceOf('bonus') }
  const transfers: Transfer[] = []

  function purseOf(place: BonusPlace): PurseName {
    if (place === 'game' || place === 'receivable') return gamePurse(call, place === 'game' ? 'main' : place)
    if (place === 'packs') return { playerId: null, owner: 'promotions', kind: place, currency: call.currency }
    return payerPurse(call, place === 'main' ? own : place)
  }

  function move(from: BonusPlace, to: BonusPlace, amount: bigint, about: { reason: MoveReason; ref?: string }) {
    if (amount === 0n) return
    if (from === 'main' || from === 'bonus') purses[from] -= amount
    if (to === 'main' || to === 'bonus') purses[to] += amount
    const { reason, ref = `round:${call.provider}:${call.round}` } = about
    transfers.push({ from: purseOf(from), to: purseOf(to), amount, reason, ref })
  }

  return { purses, transfers, move }
}

/** How the bonuses of one call stand, and what counted. */
function openStates(call: Call, bonuses: BonusesAround) {
  const changed = new Map<bigint, Bonus>()
  const wagers: Wager[] = []

  function find(id: bigint): Bonus {
    const found = changed.get(id) ?? bonuses.byId(id)
    if (!found) throw new Error('a bonus that was not read')
    return found
  }

  function count(wager: Pick<Wager, 'bonusId' | 'action' | 'staked' | 'paid' | 'counted'>) {
    const bonus = find(wager.bonusId)
    changed.set(bonus.id, { ...bonus, progress: bonus.progress + wager.counted })
    const { provider, round, game } = call
    wagers.push({ provider, round, game, rate: rateOf(bonus.contributions, bonuses.game), ...wager })
  }

  return {
    find,
    count,
    wagers,
    changed,
    set: (bonus: Bonus) => changed.set(bonus.id, bonus),
    openNow: () => bonuses.open && find(bonuses.open.id),
  }
}

type Lines = ReturnType<typeof openLines>
type States = ReturnType<typeof openStates>

/** Where shares of bonuses go, and where they are taken from. */
function openShares(call: Call, { packOf }: BonusesAround, { purses, move }: Lines, { find, set }: States) {
  const late: Omit<LateShare, 'left'>[] = []

  function place(bonusId: bigint, share: bigint, reason: MoveReason): Gain[] {
    const placed = placeShare(find(bonusId), share)
    set(placed.bonus)
    for (const { kind, amount } of placed.gains) move('game', kind, amount, { reason })
    const { provider, transaction } = call
    if (placed.late > 0n) late.push({ bonusId, amount: placed.late, provider, transaction })
    return placed.gains
  }

  /** Waits with the others of its pack; once that has become a bonus it goes there, up to the most that it may be. */
  function placeWinOfPack(id: bigint, amount: bigint): Gain[] {
    const pack = packOf(id)
    if (!pack) throw new Error('a pack that was not read')
    if (pack.bonusId === null) {
      move('game', 'packs', amount, { reason: 'win' })
      return amount > 0n ? [{ kind: 'packs', amount }] : []
    }
    const { state } = find(pack.bonusId)
    const isUnopened = state === 'issued' || state === 'queued'
    const share = isUnopened || pack.maxWin === null ? amount : least(amount, most(pack.maxWin - pack.won, 0n))
    move('game', 'promotions', amount - share, { reason: 'win' })
    const over: Gain[] = amount > share ? [{ kind: 'promotions', amount: amount - share }] : []
    return [...place(pack.bonusId, share, 'win'), ...over]
  }

  /** Answers what is gone. */
  function takeBack(share: bigint, gains: readonly Gain[], pack: bigint | null): bigint {
    if (share === 0n) return 0n
    const about = { reason: 'rollback' } as const
    const named = gains.find(({ bonus }) => bonus !== undefined)?.bonus
    const bonusId = named ?? (pack === null ? null : packOf(pack)?.bonusId)
    if (bonusId == null) {
      // A pack that has become no bonus yet: what it won is where it was put.
      move('packs', 'game', share, about)
      return 0n
    }
    const taken = takeShare(find(bonusId), share, { main: purses.main, held: purses.bonus })
    set(taken.bonus)
    move('bonus', 'game', taken.held, about)
    move('packs', 'game', taken.packs, about)
    move('main', 'game', taken.main, about)
    move('promotions', 'game', taken.promotions, about)
    return taken.gone
  }

  /** With what is left to wager after the call. */
  const lateShares = (): LateShare[] =>
    late.map((each) => {
      const { required, progress } = find(each.bonusId)
      return { ...each, left: required - progress }
    })

  return { place, placeWinOfPack, takeBack, lateShares }
}

/** The money of one call, and what becomes of bonuses by it. */
export function openTally(call: Call, { mode, bonuses, balanceOf }: TallyOptions) {
  const lines = openLines(call, { mode, balanceOf })
  const states = openStates(call, bonuses)
  const { purses, transfers, move } = lines
  const { find, set, openNow, count, changed, wagers } = states
  const { place, placeWinOfPack, takeBack, lateShares } = openShares(call, bonuses, lines, states)
  let gone = 0n

  return {
    /** The parts of a stake into the game, with what they count. */
    pay(staked: bigint, parts: readonly Part[]): Part[] {
      for (const { kind, amount } of parts) move(placeOf(kind), 'game', amount, { reason: 'stake' })
      const open = parts.some(({ kind }) => kind === 'promotions') ? null : openNow()
      const paid = amountOf(parts, ({ bonus }) => bonus !== undefined && bonus === open?.id)
      const counted = countedBy(open, { stake: staked, paid, game: bonuses.game })
      if (!open || counted === 0n) return [...parts]
      count({ bonusId: open.id, action: call.transaction, staked, paid, counted })
      const at = paid > 0n ? parts.findIndex(({ bonus }) => bonus === open.id) : 0
      return parts.map((part, place) => (place === at ? { ...part, bonus: open.id, counted } : part))
    },

    /** A win to where it belongs, by the stakes of its round that stand. */
    win(amount: bigint, { staked, won, bonus, pack }: RoundMoney): { gains: Gain[]; share: bigint } {
      if (pack !== null) return { gains: placeWinOfPack(pack, amount), share: 0n }
      const before = bonus && { amount: won - bonus.prized, share: bonus.won }
      const share = bonus && before ? shareOf({ staked, byBonus: bonus.staked }, amount, before) : 0n
      move('game', 'main', amount - share, { reason: 'win' })
      return { share, gains: bonus && share > 0n ? place(bonus.id, share, 'win') : [] }
    },

    /** Every part of a stake back to who paid it; what it counted does not count any more. */
    giveBack({ split, staked }: { split: readonly Part[]; staked: bigint }) {
      for (const part of split) {
        if (part.kind === 'bonus' && part.bonus !== undefined) place(part.bonus, part.amount, 'rollback')
        else move('game', placeOf(part.kind), part.amount, { reason: 'rollback' })
      }
      for (const { bonus, counted } of split) {
        if (bonus === undefined || !counted) continue
        const paid = amountOf(split, (part) => part.kind === 'bonus')
        count({ bonusId: bonus, action: call.reference, staked: -staked, paid: -paid, counted: -counted })
      }
    },

    /** A win leaves from where it is now. What is gone is the provider's to collect: the player never owes. */
    takeWin({ won, gains }: { won: bigint; gains: readonly Gain[] }, pack: bigint | null) {
      const about = { reason: 'rollback' } as const
      // Over the most that a pack may give: it went straight to the house.
      const over = amountOf(gains, ({ kind, bonus }) => kind === 'promotions' && bonus === undefined)
      const share = amountOf(gains, () => true) - over
      const own = won - share - over
      const fromMain = least(own, purses.main)
      move('main', 'game', fromMain, about)
      move('promotions', 'game', over, about)
      gone += own - fromMain + takeBack(share, gains, pack)
      move('receivable', 'game', gone, about)
    },

    /** After all of the call's own money: the round is open or not, and the open bonus may be at its end. */
    settle(before: RoundMoney | undefined, after: RoundMoney | undefined) {
      const [had, has] = [inRound(before), inRound(after)]
      if (after?.bonus && had !== has) set(withRound(find(after.bonus.id), had, has))
      const open = openNow()
      if (!open) return
      const { bonus, lines } = afterCall(open, purses.bonus)
      if (bonus !== open) set(bonus)
      for (const { from, to, amount, reason } of lines) move(from, to, amount, { reason, ref: `bonus:${bonus.id}` })
    },

    /** What the call leaves behind. */
    outcome: () => {
      const open = openNow()
      const terms = mode === 'demo' ? ownTerms(mode) : payersBy(payerOf(open, fresh, purses.bonus))
      return {
        transfers,
        purses: terms.flatMap(({ kind }) => (kind === 'promotions' ? [] : payerPurse(call, kind))),
        bonuses:
          changed.size + wagers.length > 0 ? { changed: [...changed.values()], wagers, late: lateShares() } : null,
        bonusPurse: open && isOpen(open) && !open.isOver ? payerPurse(call, 'bonus') : null,
        shortfall: gone,
      }
    },
  }
}

const placeOf = (kind: Part['kind']): BonusPlace => (kind === 'bonus' || kind === 'promotions' ? kind : 'main')

const least = (a: bigint, b: bigint) => (a < b ? a : b)
const most = (a: bigint, b: bigint) => (a > b ? a : b)

const amountOf = <T extends { amount: bigint }>(parts: readonly T[], isMeant: (part: T) => boolean) =>
  parts.reduce((sum, part) => sum + (isMeant(part) ? part.amount : 0n), 0n)
