import { amountIn, bettingTerms, bonusTerms, spinTerms } from '@croupier/contract/promotion-terms'
import { z } from 'zod'
import type { Context, Tx } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { bettingHouse, bonusHouse, issueBonus, machineOf, readBonus, takeBonus } from '../bonuses/bonuses.ts'
import { addPack, tellPackReady } from '../freespins/freespins.ts'
import { type Given, isClubOff, type PromisedReward } from './claim-store.ts'

export type GiveContext = Pick<Context, 'content' | 'announce' | 'config'> & {
  /** The player sees what it gets at once: no notice says so again. */
  isPresent?: boolean
}

/** What these give at most, in minor units; null where one of them gives nothing in this currency or for this deposit. */
export function worthOfRewards(rewards: readonly PromisedReward[], currency: string, credited: bigint): bigint | null {
  return rewards.reduce<bigint | null>((sum, reward) => {
    const worth = worthOfOne(reward, currency, credited)
    return sum === null || worth === null ? null : sum + worth
  }, 0n)
}

function worthOfOne({ kind, body }: PromisedReward, currency: string, credited: bigint): bigint | null {
  if (kind === 'bonus') return bonusHouse.amountOf(bonusTerms.parse(body), currency, credited)
  // They are no money.
  if (kind === 'points') return 0n
  if (kind === 'betting_bonus') return bettingHouse.worthOf(bettingTerms.parse(body), currency)
  const { stake, count } = spinTerms.parse(body)
  const each = amountIn(stake, currency)
  return each === null ? null : each * BigInt(count)
}

type Giving = {
  claimId: bigint
  playerId: bigint
  offer: string
  currency: string
  credited: bigint
  rewards: readonly PromisedReward[]
}

/** Rewards of one claim, each under its own key: however often it is tried, each is given once. The player is locked. */
export async function giveRewards(ctx: GiveContext, tx: Tx, giving: Giving): Promise<Given[]> {
  const given: Given[] = []
  for (const [at, reward] of giving.rewards.entries()) {
    const key = at === 0 ? `claim:${giving.claimId}` : `claim:${giving.claimId}:${at}`
    const id = await giveOne(ctx, tx, giving, reward, key)
    if (id !== null) given.push({ kind: reward.kind, id: String(id), template: reward.template })
  }
  await tellPlayer(tx, giving.playerId, 'bonuses')
  return given
}

function giveOne(ctx: GiveContext, tx: Tx, giving: Giving, reward: PromisedReward, key: string) {
  if (reward.kind === 'bonus') return giveBonus(ctx, tx, giving, reward, key)
  if (reward.kind === 'points') return promisePoints(ctx, tx, giving, reward, key)
  return reward.kind === 'betting_bonus' ? giveBetting(tx, giving, reward, key) : givePack(ctx, tx, giving, reward, key)
}

const pointsOf = z.object({ points: z.number().int().min(1) })

/** The club gives them, a moment later: they count for levels there. None where the player has switched it off. */
async function promisePoints(ctx: GiveContext, tx: Tx, giving: Giving, { body }: PromisedReward, key: string) {
  const { playerId, offer, claimId } = giving
  const { points } = pointsOf.parse(body)
  if (await isClubOff(tx, playerId)) return null
  await ctx.announce(tx, 'points.promised', { playerId: String(playerId), points, key, offer })
  return claimId
}

/** Its time begins when the player activates it. */
async function giveBetting(tx: Tx, giving: Giving, { template, version, body }: PromisedReward, key: string) {
  const { playerId, offer, currency, credited } = giving
  const amount = bettingHouse.amountOf(bettingTerms.parse(body), currency)
  if (amount === null) return null
  const grant = { playerId, source: 'offer', sourceKey: key, template, terms: body, currency, amount } as const
  return (await bettingHouse.issue(tx, { ...grant, deposit: credited, offer, version })).id
}

/** Chosen is said yes to: it opens, or waits behind the open one. */
async function giveBonus(ctx: GiveContext, tx: Tx, giving: Giving, reward: PromisedReward, key: string) {
  const { playerId, offer, currency, credited } = giving
  const amount = bonusHouse.amountOf(bonusTerms.parse(reward.body), currency, credited)
  if (amount === null) return null
  const issued = await issueBonus(tx, {
    playerId,
    source: 'offer',
    sourceKey: key,
    template: reward.template,
    terms: reward.body,
    currency,
    amount,
    deposit: credited,
    offer,
    version: reward.version,
  })
  const bonus = issued && (await readBonus(tx, issued.id))
  const machine = await machineOf(ctx)
  if (bonus) await takeBonus(tx, bonus, { ...machine, isPresent: ctx.isPresent === true })
  return issued?.id ?? null
}

/** Spins, with what their winnings become: own money at once, or a bonus of these terms when the pack is over. */
async function givePack(ctx: GiveContext, tx: Tx, giving: Giving, reward: PromisedReward, key: string) {
  const id = await addSpins(tx, giving, reward, key)
  const { game, count, days } = spinTerms.parse(reward.body)
  const expiresAt = new Date(Date.now() + days * 86_400_000)
  if (id !== null && !ctx.isPresent) await tellPackReady(tx, { playerId: giving.playerId, game, count, expiresAt })
  return id
}

async function addSpins(tx: Tx, giving: Giving, { body, becomes, version }: PromisedReward, key: string) {
  const { game, stake: stakes, count, days, winnings, max_win } = spinTerms.parse(body)
  const { playerId, currency, offer } = giving
  const stake = amountIn(stakes, currency)
  if (stake === null) return null
  const pack = { playerId, game, currency, stake, count, lifeDays: days, key, offer }
  if (winnings === 'main') return addPack(tx, { ...pack, version })
  if (!becomes) throw new Error('spins without the terms of what they become')
  return addPack(tx, {
    ...pack,
    version: becomes.version,
    becomes: { template: becomes.template, terms: becomes.body, maxWin: amountIn(max_win, currency) },
  })
}
