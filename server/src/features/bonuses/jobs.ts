import { isBreak } from '@croupier/contract/control'
import type { BonusEndReason } from '@croupier/contract/promotions'
import type { Context, JobContext, Tx } from '../../context.ts'
import { endDue } from '../../end-due.ts'
import type { Happenings } from '../../happenings.ts'
import { lockPlayer, lockPlayers } from '../account/account.ts'
import { rulesOf } from '../jurisdiction/jurisdiction.ts'
import { move } from '../wallet/wallet.ts'
import { prolongBetting } from './betting/store.ts'
import { endDueBetting, endLivingBetting } from './betting/upkeep.ts'
import { endBonus, endBonuses, issueBonus, type MachineContext, openNext, takeBonus } from './machine.ts'
import * as store from './store.ts'
import { tellOutcome } from './tell.ts'
import { termsOfItself } from './terms.ts'

const daySeconds = 86_400

/** What the site says about bonuses, in any language. */
export async function machineOf({
  content,
  announce,
  config,
}: Pick<Context, 'content' | 'announce' | 'config'>): Promise<MachineContext> {
  const { site } = await content.config('en')
  const law = rulesOf(config.jurisdiction).promotions
  return { announce, isIsolationOn: site.isBonusIsolationEnabled, law }
}

/** Every minute: what is over ends; the next of the queue opens behind it. */
export async function endDueBonuses(ctx: JobContext): Promise<void> {
  const options = await machineOf(ctx)
  const [casino, betting] = await Promise.allSettled([endDueCasino(ctx, options), endDueBetting(ctx)])
  for (const each of [casino, betting]) if (each.status === 'rejected') throw each.reason
}

const endDueCasino = (ctx: JobContext, options: MachineContext) =>
  endDue({
    find: (page) => store.playersWithDue(ctx.sql, page),
    end: (playerIds) =>
      ctx.begin(async (tx) => {
        await lockPlayers(tx, playerIds)
        await endBonuses(tx, await store.readOver(tx, playerIds), { state: 'expired' }, options)
      }),
  })

/** A break takes no time away; a longer exclusion ends what there is. Nothing is said about either. */
export async function exclusionBegan(ctx: JobContext, about: Happenings['exclusion.began']): Promise<void> {
  const playerId = BigInt(about.playerId)
  const options = await machineOf(ctx)
  await ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    const once = { scope: 'bonus-exclusion', key: about.key, playerId: null, body: { playerId }, transfers: [] }
    if ((await move(tx, { ...once, answer: () => ({}) })).kind !== 'moved') return
    if (isBreak(about.period)) {
      const seconds = Number.parseInt(about.period, 10) * daySeconds
      await store.prolong(tx, playerId, seconds)
      await prolongBetting(tx, playerId, seconds)
      return
    }
    await endLiving(tx, playerId, 'exclusion', options)
    await endLivingBetting(tx, playerId, 'exclusion')
  })
}

/** The player has another currency now: what was offered in the old one ends. */
export async function currencyChanged(ctx: JobContext, about: Happenings['currency.changed']): Promise<void> {
  const playerId = BigInt(about.playerId)
  const options = await machineOf(ctx)
  await ctx.begin(async (tx) => {
    await lockPlayer(tx, playerId)
    const isOld = ({ currency }: { currency: string }) => currency !== about.currency
    await endLiving(tx, playerId, 'currency', options, isOld)
    await endLivingBetting(tx, playerId, 'currency', isOld)
  })
}

async function endLiving(
  tx: Tx,
  playerId: bigint,
  reason: BonusEndReason,
  options: MachineContext,
  isMeant: (bonus: store.BonusRow) => boolean = () => true,
): Promise<void> {
  for (const bonus of await store.readLiving(tx, playerId)) {
    if (!bonus.isOver && isMeant(bonus)) await endBonus(tx, bonus, { state: 'removed', reason }, options)
  }
}

/** A bonus ended: the head of the queue opens. */
export async function bonusEnded(ctx: JobContext, { bonusId, playerId }: Happenings['bonus.ended']): Promise<void> {
  const options = await machineOf(ctx)
  await ctx.begin(async (tx) => {
    await lockPlayer(tx, BigInt(playerId))
    await tellOutcome(tx, BigInt(bonusId))
    await openNext(tx, BigInt(playerId), options)
  })
}

/** Money came to a bonus that was lost: a new one of exactly that amount, with what was left to wager, or less. */
export async function bonusLate(ctx: JobContext, about: Happenings['bonus.late']): Promise<void> {
  const options = await machineOf(ctx)
  await ctx.begin(async (tx) => {
    const lost = await store.readBonus(tx, BigInt(about.bonusId))
    if (!lost) throw new Error('a late win of an unknown bonus')
    await lockPlayer(tx, lost.playerId)
    // Those that waited longer come first, also where this news is heard before that of the end.
    await openNext(tx, lost.playerId, options)
    const id = await issueLate(tx, lost, about)
    const issued = id === null ? undefined : await store.readBonus(tx, id)
    if (issued) await takeBonus(tx, issued, options)
  })
}

async function issueLate(tx: Tx, lost: store.BonusRow, { amount, left, key }: Happenings['bonus.late']) {
  const { playerId, template, currency, offer, version, expiresAt, mode } = lost
  const grant = { playerId, source: 'late', sourceKey: key, template, currency, amount: BigInt(amount) } as const
  const rest = Math.max(((expiresAt?.getTime() ?? 0) - Date.now()) / 1000, daySeconds)
  const issued = await issueBonus(tx, {
    ...grant,
    terms: { ...termsOfItself(lost.terms), mode },
    ...(offer !== null && { offer }),
    ...(version !== null && { version }),
    lifeSeconds: Math.floor(rest),
    mostRequired: BigInt(left),
  })
  return issued?.id ?? null
}
