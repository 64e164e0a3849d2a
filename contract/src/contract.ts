import type { z } from 'zod'
import { account } from './methods/account.ts'
import { accountContacts } from './methods/account-contacts.ts'
import { accountControl } from './methods/account-control.ts'
import { accountSecurity } from './methods/account-security.ts'
import { auth } from './methods/auth.ts'
import { banners } from './methods/banners.ts'
import { campaigns } from './methods/campaigns.ts'
import { cashier } from './methods/cashier.ts'
import { events } from './methods/events.ts'
import { freespins } from './methods/freespins.ts'
import { games } from './methods/games.ts'
import { jackpots } from './methods/jackpots.ts'
import { metadata } from './methods/metadata.ts'
import { rounds } from './methods/rounds.ts'
import { storage } from './methods/storage.ts'
import { sumsub } from './methods/sumsub.ts'

/** Every method of the API, under the specification's spelling. */
export const contract = {
  ...account,
  ...accountContacts,
  ...accountControl,
  ...accountSecurity,
  ...auth,
  ...banners,
  ...campaigns,
  ...cashier,
  ...events,
  ...freespins,
  ...games,
  ...jackpots,
  ...metadata,
  ...rounds,
  ...storage,
  ...sumsub,
}

export type MethodName = keyof typeof contract
/** What a caller passes, before parsing. */
export type Params<M extends MethodName> = z.input<(typeof contract)[M]['input']>
/** What an operation receives, after parsing. */
export type Input<M extends MethodName> = z.output<(typeof contract)[M]['input']>
export type Output<M extends MethodName> = z.output<(typeof contract)[M]['output']>

export type Call = <M extends MethodName>(name: M, params: Params<M>) => Promise<Output<M>>

const isMethodName = (word: string): word is MethodName => Object.hasOwn(contract, word)

const names = new Map(
  Object.keys(contract)
    .filter(isMethodName)
    .map((name) => [name.toLowerCase(), name]),
)

/** Names match case-insensitively: the specification mixes cases. */
export const findMethod = (word: string): MethodName | undefined => names.get(word.toLowerCase())

export const methodNames = [...names.values()]
