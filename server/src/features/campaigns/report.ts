import { type Currency, isCurrency, toDecimal } from '@croupier/contract/money'
import { amountIn, spinTerms } from '@croupier/contract/promotion-terms'
import type { Db } from '../../context.ts'
import { bonusHouse, readBonus } from '../bonuses/bonuses.ts'
import { packsFor, readPack } from '../freespins/freespins.ts'
import { type Claim, readClaimsOfOffers } from './claim-store.ts'
import { live } from './live.ts'

export type Span = { from: Date | null; to: Date | null }

/** What a campaign gave and what it cost, by currency: what left the budget less what came back. Null where there is none. */
export async function reportOf(db: Db, campaign: string, span: Span): Promise<string[] | null> {
  const found = await live.campaigns.read(db, campaign)
  if (!found) return null
  const offers = found.terms.offers.map(({ sysname }) => sysname)
  const [claims, sums] = await Promise.all([
    readClaimsOfOffers(db, offers, span),
    bonusHouse.sumsOfOffers(db, offers, span),
  ])
  const packs = await packCosts(db, claims)
  const codes = [...new Set([...claims, ...sums].map(({ currency }) => currency))].filter(isCurrency).sort()
  return codes.flatMap((currency) => {
    const own = claims.filter((claim) => claim.currency === currency)
    const bonuses = sums.filter((sum) => sum.currency === currency)
    const granted = total(bonuses.map((sum) => sum.granted))
    const forfeited = total(bonuses.map((sum) => sum.forfeited))
    const { spun: spins = 0n, over = 0n } = packs.get(currency) ?? {}
    return [
      `${currency}`,
      ...countLines('claims', countBy(own.map(({ state, reason }) => (reason ? `${state} ${reason}` : state)))),
      ...countLines(
        'bonuses',
        new Map(bonuses.map(({ state, reason, bonuses: many }) => [reason ? `${state} ${reason}` : state, many])),
      ),
      money('  granted', granted, currency),
      money('  converted', total(bonuses.map((sum) => sum.converted)), currency),
      money('  returned', forfeited + over, currency),
      money('  spun', spins, currency),
      money('  cost', granted - forfeited - over + spins, currency),
    ]
  })
}

const total = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
const money = (word: string, amount: bigint, currency: Currency) =>
  `${word.padEnd(12)}${toDecimal(amount, currency)} ${currency}`

const countBy = (words: readonly string[]) =>
  new Map([...Map.groupBy(words, (word) => word)].map(([word, same]) => [word, same.length]))

/** Several offers may have ended alike. */
const countLines = (what: string, counts: ReadonlyMap<string, number>) =>
  [...counts].sort().map(([word, many]) => `  ${what} ${word}: ${many}`)

type PackCost = { spun: bigint; over: bigint }

/** Stakes of the spins that were made, and what they won over the most that may become a bonus. */
async function packCosts(db: Db, claims: readonly Claim[]): Promise<Map<string, PackCost>> {
  const given = claims.flatMap(({ given: all, rewards, currency }) =>
    all.flatMap(({ kind, id, template }) => {
      const body = rewards.find((reward) => reward.kind === kind && reward.template === template)?.body
      return kind === 'freespins' && body ? [{ id: BigInt(id), currency, terms: spinTerms.parse(body) }] : []
    }),
  )
  const found = await packsFor(db, { ids: given.map(({ id }) => id), playerIds: [] })
  const packs = new Map(found.map((pack) => [pack.id, pack]))
  const costs = new Map<string, PackCost>()
  for (const { id, currency, terms } of given) {
    const { spun, over } = costs.get(currency) ?? { spun: 0n, over: 0n }
    const made = BigInt(terms.count - (packs.get(id)?.remaining ?? 0))
    const more = terms.winnings === 'bonus' ? await overOf(db, id) : 0n
    costs.set(currency, { spun: spun + made * (amountIn(terms.stake, currency) ?? 0n), over: over + more })
  }
  return costs
}

/** Goes back to the budget when the bonus opens. */
async function overOf(db: Db, packId: bigint): Promise<bigint> {
  const pack = await readPack(db, packId)
  const bonus = pack?.bonusId ? await readBonus(db, pack.bonusId) : undefined
  return pack && bonus?.activatedAt && pack.won > bonus.amount ? pack.won - bonus.amount : 0n
}
