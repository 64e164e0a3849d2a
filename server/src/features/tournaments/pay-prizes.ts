import { currencyOf, toWire, writeMoney } from '@croupier/contract/money'
import { amountIn, spinTerms } from '@croupier/contract/promotion-terms'
import type { JobContext, Tx } from '../../context.ts'
import { lockPlayers } from '../account/account.ts'
import { issueBonus } from '../bonuses/bonuses.ts'
import { addPack, tellPackReady } from '../freespins/freespins.ts'
import { shutOut, tellPromotion } from '../limits/limits.ts'
import { move } from '../wallet/wallet.ts'
import { readClubSide } from './club-store.ts'
import { lockPrize, type OwedPrize, owedPrizes, writePrize } from './finish-store.ts'
import { type Templates, templateName, templateOf } from './prizes.ts'
import { readTournament } from './store.ts'

/** What is given on floors above: points count for levels there. The player is locked. */
export type PrizeGivers = {
  points?: (tx: Tx, prize: { playerId: bigint; points: bigint; key: string; ref: string }) => Promise<void>
  /** The number of the order. */
  goods?: (tx: Tx, prize: { playerId: bigint; product: string }) => Promise<bigint>
}

export type FaultLog = { log: Pick<JobContext['log'], 'error'> }

/** What places won, one transaction for each: the row and the key both refuse a second time. */
export async function payPrizes(
  { sql: db, begin, log }: Pick<JobContext, 'sql' | 'begin'> & FaultLog,
  givers: PrizeGivers,
  tournamentId: bigint | null = null,
): Promise<number> {
  let paid = 0
  const faults: unknown[] = []
  for (const owed of await owedPrizes(db, tournamentId)) {
    try {
      if (await begin((tx) => payPrize(tx, owed, givers))) paid += 1
    } catch (error) {
      // One that cannot be paid keeps no other from its prize; it stays owed and is tried again.
      if (error instanceof Error && error.message === stuck) log.error({ tournament: String(owed.tournamentId) }, stuck)
      else faults.push(error)
    }
  }
  if (faults.length > 0) throw faults[0]
  return paid
}

const stuck = 'a prize could not be given'

async function payPrize(
  tx: Tx,
  owed: Pick<OwedPrize, 'tournamentId' | 'playerId'>,
  givers: PrizeGivers,
): Promise<boolean> {
  const [player] = await lockPlayers(tx, [owed.playerId])
  const prize = await lockPrize(tx, owed)
  if (!player || prize?.state !== 'owed') return false
  // Cash is owed to every winner; what invites to play is not given to one who is shut out.
  const isClosed = player.isBanned || player.isDeleted
  if ((isClosed || player.isExcluded) && prize.kind !== 'cash') {
    // After a break it is given: it stays owed until then.
    if (!isClosed && (await shutOut.isOnBreak(tx, owed.playerId))) return false
    await writePrize(tx, { ...owed, state: 'withheld', given: null })
    return false
  }
  const given = await give(tx, prize, givers)
  await writePrize(tx, { ...owed, state: 'paid', given })
  return true
}

async function give(tx: Tx, prize: OwedPrize, givers: PrizeGivers): Promise<bigint | null> {
  if (prize.kind === 'cash') return payCash(tx, prize)
  if (prize.kind === 'points') return payPoints(tx, prize, givers)
  return prize.kind === 'goods' ? orderGoods(tx, prize, givers) : giveReward(tx, prize)
}

async function payPoints(tx: Tx, prize: OwedPrize, givers: PrizeGivers): Promise<null> {
  const { playerId, amount, tournamentId } = prize
  if (amount === null || !givers.points) throw new Error(stuck)
  await givers.points(tx, { playerId, points: amount, key: keyOf(prize), ref: `tournament:${tournamentId}` })
  return null
}

/** The row of the prize is locked and says whether it was ordered before. */
async function orderGoods(tx: Tx, { playerId, template }: OwedPrize, { goods }: PrizeGivers): Promise<bigint> {
  if (template === null || !goods) throw new Error(stuck)
  return goods(tx, { playerId, product: template })
}

const keyOf = ({ tournamentId, playerId }: Pick<OwedPrize, 'tournamentId' | 'playerId'>) =>
  `tournament:${tournamentId}:${playerId}`

async function payCash(tx: Tx, prize: OwedPrize): Promise<null> {
  const { playerId, currency, amount, tournamentId } = prize
  if (amount === null) throw new Error(stuck)
  const ref = `tournament:${tournamentId}`
  const { kind } = await move(tx, {
    scope: 'prize',
    key: keyOf(prize),
    playerId,
    body: { playerId, amount, currency },
    transfers: [
      {
        from: { playerId: null, owner: 'promotions', kind: 'main', currency },
        to: { playerId, kind: 'main', currency },
        ...{ amount, reason: 'prize', ref },
      },
    ],
    answer: () => ({}),
  })
  if (kind !== 'moved') throw new Error(`a prize was not paid: ${kind}`)
  // In silence to a player who is shut out, or has switched the club off.
  if ((await readClubSide(tx, playerId)).isOff) return null
  const paid = writeMoney(toWire(amount, currencyOf({ currency })))
  await tellPromotion(tx, playerId, 'prizePaid', { amount: paid, place: String(prize.place) })
  return null
}

async function giveReward(tx: Tx, prize: OwedPrize): Promise<bigint> {
  const tournament = await readTournament(tx, prize.tournamentId)
  const templates = tournament?.templates ?? {}
  return prize.kind === 'bonus' ? giveBonus(tx, prize, templates) : giveSpins(tx, prize, templates)
}

/** Issued, for the player to take. */
async function giveBonus(tx: Tx, prize: OwedPrize, templates: Templates): Promise<bigint> {
  const { playerId, currency, amount, template } = prize
  const found = template === null ? null : templateOf(templates, { kind: 'bonus', template })
  if (!found || amount === null || template === null) throw new Error(stuck)
  const issued = await issueBonus(tx, {
    ...{ playerId, source: 'prize', sourceKey: keyOf(prize), template, terms: found.body, currency, amount },
    version: found.version,
  })
  if (!issued) throw new Error(stuck)
  return issued.id
}

async function giveSpins(tx: Tx, prize: OwedPrize, templates: Templates): Promise<bigint> {
  const { playerId, currency, template } = prize
  const found = template === null ? null : templateOf(templates, { kind: 'freespins', template })
  if (!found) throw new Error(stuck)
  const { game, stake: stakes, count, days, max_win } = spinTerms.parse(found.body)
  const stake = amountIn(stakes, currency)
  const becomes = found.becomes === undefined ? null : templates[templateName('bonus', found.becomes)]
  if (stake === null || becomes === undefined) throw new Error(stuck)
  const id = await addPack(tx, {
    ...{ playerId, game, currency, stake, count, lifeDays: days, key: keyOf(prize) },
    version: becomes?.version ?? found.version,
    ...(becomes && {
      becomes: { template: found.becomes ?? '', terms: becomes.body, maxWin: amountIn(max_win, currency) },
    }),
  })
  if (id === null) throw new Error('a pack was given for a prize that is owed')
  await tellPackReady(tx, { playerId, game, count, expiresAt: new Date(Date.now() + days * 86_400_000) })
  return id
}
