import type { ProductTerms } from '@croupier/contract/loyalty-terms'
import type { WireProduct } from '@croupier/contract/methods/loyalty'
import { isCurrency, toWire } from '@croupier/contract/money'
import { wagerOfBonus } from '@croupier/contract/promotion-sums'
import { amountIn, type BonusTerms, isSpunIn } from '@croupier/contract/promotion-terms'
import type { Db, Tx } from '../../context.ts'
import { bettingHouse, bonusHouse, issueBonus } from '../bonuses/bonuses.ts'
import { live } from '../campaigns/campaigns.ts'
import { addPack } from '../freespins/freespins.ts'
import { cupsForClub } from '../tournaments/tournaments.ts'
import type { Transfer } from '../wallet/wallet.ts'

/** What a product gives, by the templates that are published at the moment of the purchase. */

type Templates = {
  bonuses: Awaited<ReturnType<(typeof live)['bonus-templates']['all']>>
  spins: Awaited<ReturnType<(typeof live)['spin-templates']['all']>>
  bets: Awaited<ReturnType<(typeof live)['betting-templates']['all']>>
  /** Tournaments that a ticket opens. */
  cups: ReadonlySet<string>
}

export async function readTemplates(db: Db): Promise<Templates> {
  const [bonuses, spins, bets, cups] = await Promise.all([
    live['bonus-templates'].all(db),
    live['spin-templates'].all(db),
    live['betting-templates'].all(db),
    cupsForClub.ticketed(db),
  ])
  return { bonuses, spins, bets, cups }
}

const named = <T extends { sysname: string; stoppedAt: Date | null }>(all: readonly T[], name: string | undefined) =>
  all.find(({ sysname, stoppedAt }) => sysname === name && !stoppedAt) ?? null

/** Whether there is something to give in this currency. */
export function isOffered({ kind, template, amount }: ProductTerms, all: Templates, currency: string): boolean {
  if (kind === 'goods') return true
  if (kind === 'ticket') return template !== undefined && all.cups.has(template)
  if (kind === 'cash') return amountIn(amount, currency) !== null
  if (kind === 'bonus') {
    const found = named(all.bonuses, template)
    return found !== null && bonusHouse.amountOf(found.terms, currency, 0n) !== null
  }
  if (kind === 'free_bet') {
    const found = named(all.bets, template)
    return found !== null && bettingHouse.amountOf(found.terms, currency) !== null
  }
  const spins = kind === 'freespins' ? named(all.spins, template) : null
  return spins !== null && packTerms(spins, all, currency) !== null
}

type Spins = Templates['spins'][number]

/** Where winnings go: own money at once, or a bonus of these terms. Null: one of them is not there in this currency. */
function packTerms({ terms, hash }: Spins, all: Templates, currency: string) {
  const becomes = terms.winnings === 'main' ? undefined : named(all.bonuses, terms.template)
  if (becomes === null || !isSpunIn(terms, becomes?.terms, currency)) return null
  if (!becomes) return { version: hash }
  const { sysname: template, body, hash: version } = becomes
  return { version, becomes: { template, terms: body, maxWin: amountIn(terms.max_win, currency) } }
}

type Shown = { currency: string; nameOf: (game: string) => string }

/** What a player who thinks of buying is told, by the same terms that it would be given by. */
export function becomesOf({ kind, template }: ProductTerms, all: Templates, shown: Shown): WireProduct['becomes'] {
  if (kind === 'freespins') return spinsBecome(named(all.spins, template), all, shown)
  const { currency } = shown
  if (kind === 'bonus') {
    const found = named(all.bonuses, template)
    const amount = found && bonusHouse.amountOf(found.terms, currency, 0n)
    if (!found || amount === null) return null
    const { wagering, days } = found.terms
    return { amount: moneyOf(amount, currency), spins: null, wagering: wagerOf(wagering, amount, currency), days }
  }
  const found = kind === 'free_bet' ? named(all.bets, template) : null
  const amount = found && bettingHouse.amountOf(found.terms, currency)
  if (!found || amount === null) return null
  const { type, wagering, days } = found.terms
  const asked = type === 'wagering' && wagering ? wagerOf(wagering, amount, currency) : null
  return { amount: amount > 0n ? moneyOf(amount, currency) : null, spins: null, wagering: asked, days }
}

function spinsBecome(found: Spins | null, all: Templates, { currency, nameOf }: Shown): WireProduct['becomes'] {
  const pack = found && packTerms(found, all, currency)
  const stake = found && amountIn(found.terms.stake, currency)
  if (!found || !pack || stake === null) return null
  const { count, days, game, template } = found.terms
  const becomes = pack.becomes && named(all.bonuses, template)
  const most = pack.becomes?.maxWin ?? null
  return {
    amount: moneyOf(stake, currency),
    spins: { count, game: nameOf(game) },
    // What is won is not known yet, and so neither is how much has to be wagered.
    wagering: becomes
      ? {
          times: hundredths(becomes.terms.wagering.times),
          required: null,
          most: most === null ? null : moneyOf(most, currency),
        }
      : null,
    days,
  }
}

/** Nothing is paid in for a thing of the shop. */
function wagerOf({ basis, times }: BonusTerms['wagering'], bonus: bigint, currency: string) {
  const required = wagerOfBonus({ basis, times: BigInt(times) }, { bonus, credited: 0n })
  return required > 0n ? { times: hundredths(times), required: moneyOf(required, currency), most: null } : null
}

const hundredths = (value: number): string => String(value / 100)

const moneyOf = (amount: bigint, currency: string) => (isCurrency(currency) ? toWire(amount, currency) : null)

export type Bought = { orderId: bigint; playerId: bigint; currency: string; terms: ProductTerms; templates: Templates }

/** Rows of the reward under the key of its order, and money where it is cash. The player is locked. */
export async function giveReward(tx: Tx, bought: Bought): Promise<{ id: bigint | null; transfers: Transfer[] }> {
  const { kind, amount } = bought.terms
  if (kind === 'goods') return { id: null, transfers: [] }
  if (kind === 'cash') return { id: null, transfers: [cashOf(bought, amountIn(amount, bought.currency))] }
  const id = await giveRows(tx, bought)
  if (id === null) throw new Error('a reward that was offered could not be given')
  return { id, transfers: [] }
}

function cashOf({ playerId, currency, orderId }: Bought, amount: bigint | null): Transfer {
  if (amount === null) throw new Error('cash that was offered has no amount')
  return {
    from: { playerId: null, owner: 'promotions', kind: 'main', currency },
    to: { playerId, kind: 'main', currency },
    ...{ amount, reason: 'purchase', ref: `order:${orderId}` },
  }
}

async function giveRows(tx: Tx, { orderId, playerId, currency, terms, templates }: Bought): Promise<bigint | null> {
  const key = `order:${orderId}`
  const about = { playerId, source: 'shop', sourceKey: key, currency } as const
  if (terms.kind === 'ticket') {
    return terms.template === undefined
      ? null
      : cupsForClub.addTicket(tx, { playerId, definition: terms.template, key })
  }
  if (terms.kind === 'bonus') {
    const found = named(templates.bonuses, terms.template)
    const amount = found && bonusHouse.amountOf(found.terms, currency, 0n)
    if (!found || amount === null) return null
    const { sysname: template, body, hash: version } = found
    return (await issueBonus(tx, { ...about, template, terms: body, amount, version }))?.id ?? null
  }
  if (terms.kind === 'free_bet') {
    const found = named(templates.bets, terms.template)
    const amount = found && bettingHouse.amountOf(found.terms, currency)
    if (!found || amount === null) return null
    const { sysname: template, body, hash: version } = found
    return (await bettingHouse.issue(tx, { ...about, template, terms: body, amount, version })).id
  }
  const found = terms.kind === 'freespins' ? named(templates.spins, terms.template) : null
  const pack = found && packTerms(found, templates, currency)
  const stake = found && amountIn(found.terms.stake, currency)
  if (!found || !pack || stake === null) return null
  const { game, count, days } = found.terms
  return addPack(tx, { playerId, game, currency, stake, count, lifeDays: days, key, ...pack })
}
