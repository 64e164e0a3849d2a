import { emailKey } from '@croupier/contract/fields/email'
import { personName } from '@croupier/contract/fields/name'
import { Refusal } from '@croupier/contract/refusals'
import { z } from 'zod'
import type { Context, Tx } from '../../context.ts'
import {
  addPlayer,
  contacts,
  findByLogin,
  lockPlayer,
  type NewPlayer,
  noteEvent,
  registration,
  samePerson,
} from '../account/account.ts'
import { type Entering, enter, keepFirstStep } from './enter.ts'
import { proveOwner } from './prove-owner.ts'
import * as store from './social-store.ts'
import { tellRegistered } from './tell-registered.ts'

/** What rides along with a sign-in by another way, for the case that it becomes a registration. */
export const wishes = z.object({
  locale: z.string(),
  currency: z.string(),
  hasAcceptedTerms: z.boolean(),
  isSubscribed: z.boolean(),
  isBetting: z.boolean().optional(),
  characterId: z.string(),
  promoCode: z.string(),
  visit: z.string(),
  /** Tracking parameters under their own names. */
  params: z.record(z.string(), z.string()),
})
export type Wishes = z.output<typeof wishes>

/** Who a visitor is elsewhere, proven. */
export type SocialIdentity = {
  /** Where the subject is unique. */
  service: string
  subject: string
  /** What the service says of it; only a verified one may lead to an account. */
  email: { value: string; isVerified: boolean } | null
  firstName: string
  lastName: string
}

/** The account behind an identity: known, found by its confirmed address, or new and incomplete. */
export async function accountOf(
  ctx: Context,
  tx: Tx,
  identity: SocialIdentity,
  wishes: Wishes,
): Promise<{ playerId: bigint; isNew: boolean }> {
  const { service, subject } = identity
  await store.lockIdentity(tx, service, subject)
  const known = await store.findSocialIdentity(tx, service, subject)
  if (known) return { playerId: known.playerId, isNew: false }
  const owner = (await ownerOf(tx, identity)) ?? (await ownerOfClaim(ctx, tx, identity))
  const opened = owner === null ? await openAccount(ctx, tx, identity, wishes) : null
  // Neither: the address was confirmed by its owner just now.
  const playerId = owner ?? opened ?? (await ownerOf(tx, identity))
  if (playerId === null) throw new Error('an account could neither be found nor opened')
  await store.addSocialIdentity(tx, service, subject, playerId)
  const isNew = opened !== null
  if (!isNew) await noteEvent(tx, playerId, 'socialLinked', ctx.visitor)
  return { playerId, isNew }
}

const excludedReasons = ['SELF_EXCLUDED', 'RETURN_NEEDED', 'RETURN_WAITS']

/**
 * The door, for a player who came without a password. An excluded player has no other way to the balance either,
 * so what was proven is kept for `auth.login` with `payout_only` or `confirm_return`.
 */
export async function enterBy(ctx: Context, entering: Entering) {
  try {
    return await enter(ctx, entering)
  } catch (error) {
    const isExcluded = error instanceof Refusal && excludedReasons.includes(error.reason ?? '')
    if (isExcluded) await keepFirstStep(ctx, entering.playerId)
    throw error
  }
}

/**
 * An account that was opened with this address and never confirmed it. The address is proven now, so the account is its
 * owner's: otherwise a player who signs up by a form and comes back by a button would lose it, with the money in it.
 * Whatever was set up before goes, because a stranger may have done it.
 */
async function ownerOfClaim(ctx: Context, tx: Tx, { email }: SocialIdentity): Promise<bigint | null> {
  if (!email?.isVerified) return null
  const key = emailKey(email.value)
  await contacts.lock(tx, [key])
  const found = await findByLogin(tx, email.value)
  if (found?.by !== 'login' || found.isDeleted || found.isBanned) return null
  const { playerId } = found
  const own = await contacts.of(tx, playerId, 'email')
  if (own.key !== key || own.isConfirmed) return null
  // Who is excluded stays excluded, and is told so at the door.
  await proveOwner(ctx, tx, { playerId, type: 'email', key })
  return playerId
}

/** A login that merely looks like the address proves nothing: anybody may have registered with it. */
async function ownerOf(tx: Tx, { email }: SocialIdentity): Promise<bigint | null> {
  if (!email?.isVerified) return null
  const found = await findByLogin(tx, email.value)
  if (found?.by !== 'email') return null
  await lockPlayer(tx, found.playerId)
  // The address may have gone to another player before the row was ours.
  const again = await findByLogin(tx, email.value)
  return again?.by === 'email' && again.playerId === found.playerId ? found.playerId : null
}

/** Null when the address has become a player's. */
async function openAccount(ctx: Context, tx: Tx, identity: SocialIdentity, wishes: Wishes): Promise<bigint | null> {
  const { email, firstName, lastName } = identity
  if (await samePerson.isExcluded(tx, ctx.keys.documentKey, { email: email?.value, firstName, lastName })) {
    throw new Refusal('InvalidParameter:SELF_EXCLUDED', { message: 'This person is excluded' })
  }
  const { site, auth } = await ctx.content.config(ctx.locale)
  const promo = wishes.promoCode ? await ctx.promoCodes.find(wishes.promoCode, ctx.locale) : null
  const player: NewPlayer = {
    // What the service does not vouch for is not written down: the player is asked for it, and then for its code.
    ...(email?.isVerified && { email: { value: email.value, isConfirmed: false } }),
    locale: wishes.locale,
    currency: site.currencies.includes(wishes.currency) ? wishes.currency : site.defaultCurrency,
    countryCode: null,
    personal: {
      ...(personName(firstName) === null && { firstName }),
      ...(personName(lastName) === null && { lastName }),
    },
    hasPassword: false,
    isRegistrationCompleted: false,
    hasAcceptedTerms: wishes.hasAcceptedTerms,
    isSubscribed: wishes.isSubscribed,
    isBetting: wishes.isBetting,
    characterId: auth.characters.some(({ id }) => id === wishes.characterId) ? wishes.characterId : '',
    // One that is over is no reason to turn a visitor away who has already been sent around.
    promoCode: promo?.code ?? '',
  }
  const first = await addPlayer(tx, ctx, player)
  // Another player may have taken the address for a login without ever confirming it; its owner gets in all the same.
  const added =
    first.kind === 'taken' ? await addPlayer(tx, ctx, { ...player, login: registration.makeLogin() }) : first
  if (added.kind === 'taken') return null
  const { playerId } = added
  if (player.email) await contacts.settle(ctx, tx, { playerId, type: 'email', key: emailKey(player.email.value) })
  await tellRegistered(ctx, tx, playerId, player, wishes)
  return playerId
}
