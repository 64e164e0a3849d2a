import { createHash } from 'node:crypto'
import type { AskedBet } from '@croupier/contract/methods/bets'
import { type PickAddress, parsePick } from '@croupier/sportsbook/pick'
import type { BuilderWord } from './sign-quote.ts'
import type { StoredLeg } from './store.ts'

/** A pick of a leg; its address is null where it is not written as one. */
export type AskedPart = { pick: string; address: PickAddress | null }

/** A leg as it was asked for: one pick, or the parts of a builder by the house's own word. */
export type AskedLeg = {
  price: number
  version: number
  parts: readonly AskedPart[]
  builder: BuilderWord | null
}

/** The largest number that an event can have. */
const mostEvents = 2n ** 63n - 1n

export const partOf = (pick: string): AskedPart => {
  const address = parsePick(pick)
  return { pick, address: address && BigInt(address.event) <= mostEvents ? address : null }
}

/** Legs of a bet that was asked for before. */
export const askedAgain = ({ price, version, parts, builder }: StoredLeg): AskedLeg => ({
  ...{ price, version, builder: builder ?? null },
  parts: parts.map(({ pick }) => partOf(pick)),
})

/** Null where a quote is not the house's. */
export function legsAsked(
  { picks }: Pick<AskedBet, 'picks'>,
  readWord: (quote: string) => BuilderWord | null,
): AskedLeg[] | null {
  const legs: AskedLeg[] = []
  for (const each of picks) {
    if ('pick' in each) {
      legs.push({ price: each.price, version: each.version, parts: [partOf(each.pick)], builder: null })
      continue
    }
    const builder = readWord(each.quote)
    if (!builder) return null
    legs.push({ price: builder.prices.at(-1) ?? 0, version: 0, parts: builder.picks.map(partOf), builder })
  }
  return legs
}

/** Equal for equal bets, however their fields were put: what a key promises. */
export function hashOfAsked({
  kind,
  sizes,
  bankers,
  stake,
  currency,
  mode,
  policy,
  free_bet,
  picks,
}: AskedBet): Buffer {
  const said = picks.map((each) => ('pick' in each ? [each.pick, each.price, each.version] : [each.quote]))
  const text = JSON.stringify([kind, sizes, bankers, stake, currency, mode, policy, free_bet ?? null, said])
  return createHash('sha256').update(text).digest()
}
