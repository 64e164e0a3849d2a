import type { z } from 'zod'
import { account } from './methods/account.ts'
import { accountContacts } from './methods/account-contacts.ts'
import { accountControl } from './methods/account-control.ts'
import { accountSecurity } from './methods/account-security.ts'
import { auth } from './methods/auth.ts'
import { banners } from './methods/banners.ts'
import { bets } from './methods/bets.ts'
import { bettingBonuses, bonuses } from './methods/bonuses.ts'
import { campaigns } from './methods/campaigns.ts'
import { cashOuts } from './methods/cash-outs.ts'
import { cashbacks } from './methods/cashbacks.ts'
import { cashier } from './methods/cashier.ts'
import { events } from './methods/events.ts'
import { freespins } from './methods/freespins.ts'
import { games } from './methods/games.ts'
import { jackpots } from './methods/jackpots.ts'
import { loyalty } from './methods/loyalty.ts'
import { metadata } from './methods/metadata.ts'
import { popups } from './methods/popups.ts'
import { rounds } from './methods/rounds.ts'
import { sports } from './methods/sports.ts'
import { storage } from './methods/storage.ts'
import { sumsub } from './methods/sumsub.ts'
import { support } from './methods/support.ts'
import { tournaments } from './methods/tournaments.ts'

/** Every method of the API, under the specification's spelling. */
export const contract = {
  ...account,
  ...accountContacts,
  ...accountControl,
  ...accountSecurity,
  ...auth,
  ...banners,
  ...bets,
  ...cashOuts,
  ...bettingBonuses,
  ...bonuses,
  ...campaigns,
  ...cashbacks,
  ...cashier,
  ...events,
  ...freespins,
  ...games,
  ...jackpots,
  ...loyalty,
  ...metadata,
  ...popups,
  ...rounds,
  ...sports,
  ...storage,
  ...sumsub,
  ...support,
  ...tournaments,
}

export type MethodName = keyof typeof contract
/** What a caller passes, before parsing. */
export type Params<M extends MethodName> = z.input<(typeof contract)[M]['input']>
/** What an operation receives, after parsing. */
export type Input<M extends MethodName> = z.output<(typeof contract)[M]['input']>

type Whole<M extends MethodName> = z.output<(typeof contract)[M]['output']>
/** Of a list `fields` picks in each item, of anything else at its top. */
type Item<O> = O extends { items: readonly (infer T)[] } ? T : O
type Picked<O, T> = O extends { items: readonly unknown[] } ? Omit<O, 'items'> & { items: T[] } : T
/** `'a,b'` → `'a' | 'b'`. */
type Names<Fields extends string> = Fields extends `${infer First},${infer Rest}` ? First | Names<Rest> : Fields
type Part<O, Fields extends string> = string extends Fields
  ? Picked<O, Partial<Item<O>>>
  : Picked<O, Pick<Item<O>, Names<Fields> & keyof Item<O>>>

/** What a method answers; with the `fields` of the call, only those. Names that are found out while it runs may be missing. */
export type Output<M extends MethodName, Fields extends string = never> = [Fields] extends [never]
  ? Whole<M>
  : Part<Whole<M>, Fields>

/** Never for a name that no item of this method has, or where the method takes no `fields`. */
type Askable<M extends MethodName, Fields extends string> = 'fields' extends keyof Params<M>
  ? string extends Fields
    ? unknown
    : [Names<Fields>] extends [keyof Item<Whole<M>>]
      ? unknown
      : never
  : never

/** Params as a caller writes them: `fields` is kept as the literal that says what is answered. */
export type CallParams<M extends MethodName, Fields extends string> = Params<M> & {
  fields?: Fields & Askable<M, Fields>
}

export type Call = <M extends MethodName, Fields extends string = never>(
  name: M,
  params: CallParams<M, Fields>,
) => Promise<Output<M, Fields>>

const isMethodName = (word: string): word is MethodName => Object.hasOwn(contract, word)

const names = new Map(
  Object.keys(contract)
    .filter(isMethodName)
    .map((name) => [name.toLowerCase(), name]),
)

/** Names match case-insensitively: the specification mixes cases. */
export const findMethod = (word: string): MethodName | undefined => names.get(word.toLowerCase())

export const methodNames = [...names.values()]
