import { amountIn, bonusTerms, isSpunIn, type PrizeTerms, spinTerms } from '@croupier/contract/promotion-terms'
import { z } from 'zod'

/** What prizes are in the currency of a winner, by the templates that were published when the tournament was made. */

const template = z.object({ version: z.string(), body: z.unknown(), becomes: z.string().optional() })
const templates = z.record(z.string(), template)
export type Templates = z.output<typeof templates>

export const storedTemplates = (stored: unknown): Templates => templates.parse(stored)

/** `bonus/five`, `freespins/ten`. */
export const templateName = (kind: PrizeTerms['kind'], sysname: string) => `${kind}/${sysname}`

export const templateOf = (all: Templates, { kind, template: sysname }: Pick<PrizeTerms, 'kind' | 'template'>) =>
  sysname === undefined ? null : (all[templateName(kind, sysname)] ?? null)

/** An amount in minor units or in points, and none for spins; null where this prize is not offered in the currency. */
export function prizeIn(prize: PrizeTerms, all: Templates, currency: string): { amount: bigint | null } | null {
  if (prize.kind === 'cash') return money(amountIn(prize.amount, currency))
  if (prize.kind === 'points') return money(prize.points === undefined ? null : BigInt(prize.points))
  if (prize.kind === 'goods') return { amount: null }
  const found = templateOf(all, prize)
  if (!found) return null
  if (prize.kind === 'freespins') {
    const becomes = found.becomes === undefined ? undefined : all[templateName('bonus', found.becomes)]
    const bonus = becomes && bonusTerms.parse(becomes.body)
    return isSpunIn(spinTerms.parse(found.body), bonus, currency) ? { amount: null } : null
  }
  const { fixed, min_balance } = bonusTerms.parse(found.body)
  if (amountIn(min_balance, currency) === null) return null
  return money(amountIn(prize.amount ?? fixed, currency))
}

const money = (amount: bigint | null) => (amount === null ? null : { amount })

export const isOfferedIn = (prizes: readonly PrizeTerms[], all: Templates, currency: string): boolean =>
  prizes.every((prize) => prizeIn(prize, all, currency) !== null)
