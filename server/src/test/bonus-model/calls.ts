import { bonusOfPack, packWon, roundBonusId, roundSums, spinsLeft } from './books.ts'
import type { BonusModel } from './model.ts'
import { place, takeBack, takeShare } from './money.ts'
import { type Payment, payStake } from './stakes.ts'
import {
  type BetwinCall,
  least,
  type ModelAction,
  type ModelGame,
  type ModelNo,
  type ModelPack,
  most,
  no,
  type RollbackCall,
  type SpinCall,
  type WinCall,
} from './types.ts'

/** What the calls of the wallet do once their key is known to be new. Null is a yes. */

const blank = {
  staked: 0n,
  won: 0n,
  isUndone: false,
  paidByMain: 0n,
  paidByBonus: 0n,
  paidByHouse: 0n,
  payer: null,
  counted: 0n,
  countedFor: null,
  toMain: 0n,
  toShare: 0n,
  shareOf: null,
  toPacks: 0n,
  overPack: 0n,
  packId: null,
}

type Place = { round: string; game: ModelGame }

const isOtherGame = (model: BonusModel, { round, game }: Place) => {
  const known = model.rounds.get(round)
  return known !== undefined && known.game !== game.sysname
}

/** What every stake is asked before bonuses are: round, game closed, pack, gate. */
function refusedStake(model: BonusModel, call: Place, pack: () => ModelNo | null): ModelNo | null {
  if (isOtherGame(model, call)) return no('ROUND_MISMATCH')
  if (model.rounds.get(call.round)?.isClosed) return no('ROUND_CLOSED')
  if (model.closedGames.has(call.game.sysname)) return no('GAME_CLOSED')
  const refused = pack()
  if (refused) return refused
  if (model.isBanned) return no('UserBanned')
  if (model.excludedUntil > model.now) return no('SELF_EXCLUDED')
  return null
}

function close(model: BonusModel, { round, game }: Place, isNowClosed: boolean) {
  const wasClosed = model.rounds.get(round)?.isClosed ?? false
  model.rounds.set(round, { game: game.sysname, isClosed: wasClosed || isNowClosed })
}

function bookStake(model: BonusModel, { main, bonus, payer }: Payment) {
  const parts = [
    () => model.move('bonus', 'game', bonus, 'stake', payer),
    () => model.move('main', 'game', main, 'stake'),
  ]
  // The purse that is asked first is booked first.
  if (payer?.mode === 'non_sticky') parts.reverse()
  for (const part of parts) part()
}

/** A bet is a betwin without a win. */
export function bet(model: BonusModel, call: Omit<BetwinCall, 'win'> & { win: bigint | null }): ModelNo | null {
  const refused = refusedStake(model, call, () => null)
  if (refused) return refused
  const paid = payStake(model, call)
  if ('kind' in paid) return paid
  bookStake(model, paid)
  const action: ModelAction = {
    ...blank,
    ...{ id: call.id, round: call.round, game: call.game, kind: call.win === null ? 'bet' : 'betwin' },
    staked: call.amount,
    paidByMain: paid.main,
    paidByBonus: paid.bonus,
    payer: paid.bonus > 0n ? (paid.payer?.id ?? null) : null,
    counted: paid.counted,
    countedFor: paid.countedFor?.id ?? null,
  }
  model.actions.push(action)
  if (call.win === null) close(model, call, call.isClosed ?? false)
  else {
    payWin(model, action, call.win)
    close(model, call, (call.isClosed ?? true) || call.win === 0n)
  }
  return null
}

/** Divides a win by all stakes of the round that stand, and books it. */
function payWin(model: BonusModel, action: ModelAction, win: bigint) {
  const { staked, stakedByBonus, won, wonByBonus } = roundSums(model, action.round)
  const target = staked === 0n ? 0n : ((won + win) * stakedByBonus) / staked
  const share = least(most(target - wonByBonus, 0n), win)
  const owner = model.bonuses.find(({ id }) => id === roundBonusId(model, action.round)) ?? null
  Object.assign(action, { won: win, toMain: win - share, toShare: share, shareOf: share > 0n ? owner?.id : null })
  model.move('game', 'main', win - share, 'win')
  if (owner) place(model, owner, share, 'win', action.id)
}

export function win(model: BonusModel, call: WinCall): ModelNo | null {
  if (isOtherGame(model, call)) return no('ROUND_MISMATCH')
  const { bets, spins } = roundSums(model, call.round)
  // Open question: a win in a round of a free spin. Chosen: the spin is a bet that stands, and its win is a spin's win.
  if (bets === 0 && spins.length === 0) return no('NO_BET')
  const action: ModelAction = { ...blank, id: call.id, round: call.round, game: call.game, kind: 'win' }
  model.actions.push(action)
  const pack = bets === 0 ? model.packs.find(({ id }) => id === spins[0]?.packId) : undefined
  if (pack) payPackWin(model, action, pack, call.amount)
  else payWin(model, action, call.amount)
  close(model, call, (call.isClosed ?? false) || call.amount === 0n)
  return null
}

export function spin(model: BonusModel, call: SpinCall): ModelNo | null {
  const pack = model.packs.find(({ id, game }) => id === call.pack && game === call.game.sysname)
  const refused = refusedStake(model, call, () => {
    if (!pack) return no('PACK_UNKNOWN')
    if (spinsLeft(model, pack) <= 0) return no('PACK_USED')
    return pack.isEnded || pack.expiresAt <= model.now ? no('PACK_EXPIRED') : null
  })
  if (refused || !pack) return refused
  model.move('promotions', 'game', pack.stake, 'stake')
  const action: ModelAction = {
    ...blank,
    ...{ id: call.id, round: call.round, game: call.game, kind: 'spin', packId: pack.id },
    paidByHouse: pack.stake,
  }
  model.actions.push(action)
  payPackWin(model, action, pack, call.amount)
  close(model, call, true)
  return null
}

/**
 * A win of a free spin. The winnings wait in `packs` until their bonus opens; what is won after that (a spin that was
 * rolled back and made again) is a win of that bonus, as far as the most of the pack leaves room.
 */
function payPackWin(model: BonusModel, action: ModelAction, pack: ModelPack, amount: bigint) {
  const before = packWon(model, pack)
  Object.assign(action, { won: amount, packId: pack.id })
  if (pack.winnings === 'main') {
    action.toMain = amount
    return model.move('game', 'main', amount, 'win')
  }
  const bonus = bonusOfPack(model, pack)
  if (!bonus || bonus.state === 'issued' || bonus.state === 'queued') {
    action.toPacks = amount
    return model.move('game', 'packs', amount, 'win', bonus)
  }
  const room = pack.maxWin === null ? amount : most(0n, pack.maxWin - before)
  action.toShare = least(amount, room)
  action.shareOf = bonus.id
  action.overPack = amount - action.toShare
  place(model, bonus, action.toShare, 'win', action.id)
  model.move('game', 'promotions', action.overPack, 'win')
}

export function rollback(model: BonusModel, call: RollbackCall): ModelNo | null {
  const meant = model.actions.find(({ id }) => id === call.reference)
  if (model.rollbacks.has(call.reference)) return no('NOT_ROLLABLE')
  const rememberedFor = model.tombstones.get(call.reference) ?? call.round
  if ((meant?.round ?? rememberedFor) !== call.round || isOtherGame(model, call)) return no('ROUND_MISMATCH')
  if (!meant) model.tombstones.set(call.reference, call.round)
  model.rollbacks.add(call.id)
  if (meant && !meant.isUndone) undo(model, meant, call.id)
  return null
}

/** The stake first, then the win. From here on the action does not stand, so sums and progress are without it. */
function undo(model: BonusModel, action: ModelAction, call: string) {
  action.isUndone = true
  const bonusNamed = (id: number | null) => model.bonuses.find((bonus) => bonus.id === id)
  const [payer, owner] = [bonusNamed(action.payer), bonusNamed(action.shareOf)]
  model.move('game', 'promotions', action.paidByHouse, 'rollback')
  model.move('game', 'main', action.paidByMain, 'rollback')
  if (payer) place(model, payer, action.paidByBonus, 'rollback', call)

  takeBack(model, 'main', action.toMain, null)
  if (owner) takeShare(model, owner, action.toShare)
  takeBack(model, 'promotions', action.overPack, null)
  const pack = model.packs.find(({ id }) => id === action.packId)
  if (!pack || action.toPacks === 0n) return
  const bonus = bonusOfPack(model, pack)
  // Before the bonus has opened the win is still in `packs`; after it, all of it is a win of that bonus.
  if (bonus && bonus.state !== 'issued' && bonus.state !== 'queued') takeShare(model, bonus, action.toPacks)
  else takeBack(model, 'packs', action.toPacks, bonus)
}
