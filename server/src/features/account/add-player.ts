import { emailKey } from '@croupier/contract/fields/email'
import type { Context, Tx } from '../../context.ts'
import { encrypt } from '../../encryption.ts'
import { grantFun } from '../wallet/wallet.ts'
import { lockContacts } from './contact-store.ts'
import { countryLetters } from './contacts.ts'
import { makeFakename, makeLogin } from './fakename.ts'
import { addPersonKeys } from './person-store.ts'
import { documentPurpose, documentTail, loginKey, type Personal, phoneKeyOf } from './rules.ts'
import { personKeys } from './same-person.ts'
import { contactOwner, insertPlayer, isLoginTaken, sealDocument } from './store.ts'

export type NewPlayer = {
  /** Chosen by the player; otherwise the e-mail address or the phone number is the login. */
  login?: string | undefined
  email?: { value: string; isConfirmed: boolean } | undefined
  /** `+48512334904`, as `readPhone` gives it. */
  phone?: { value: string; countryCode: string } | undefined
  locale: string
  currency: string
  countryCode: string | null
  personal?: Partial<Personal> | undefined
  hasPassword: boolean
  isRegistrationCompleted: boolean
  /** Their version is the one content shows now. */
  hasAcceptedTerms: boolean
  /** Wishes mailings to each contact. */
  isSubscribed: boolean
  isBetting?: boolean | undefined
  characterId?: string | undefined
  promoCode?: string | undefined
}

export type Added =
  | { kind: 'added'; playerId: bigint; login: string; fakename: string }
  | { kind: 'taken'; field: 'email' | 'phone' | 'login' }

type AddPlayerContext = Pick<Context, 'keys' | 'content' | 'locale'>

const fakenameAttempts = 20

/** A new account. A contact or login that another player has is an answer, never a fault, also when two come at once. */
export async function addPlayer(tx: Tx, ctx: AddPlayerContext, values: NewPlayer): Promise<Added> {
  const { email, phone } = values
  const keys = {
    email: email ? emailKey(email.value) : null,
    phone: phone ? phoneKeyOf(phone.value) : null,
  }
  await lockContacts(tx, [keys.email, keys.phone])
  const login = values.login || email?.value || (phone ? phoneKeyOf(phone.value) : makeLogin())
  const field = values.login ? 'login' : email ? 'email' : 'phone'
  if (await isLoginTaken(tx, loginKey(login))) return { kind: 'taken', field }
  // An address that a player has confirmed leads to that account, so it cannot lead to a second one.
  if (keys.email && (await contactOwner(tx, 'email', keys.email))) return { kind: 'taken', field: 'email' }
  if (keys.phone && (await contactOwner(tx, 'phone', keys.phone))) return { kind: 'taken', field: 'phone' }

  const { site } = await ctx.content.config(ctx.locale)
  const row = {
    ...values,
    ...(phone && { phone: { ...phone, countryCode: countryLetters(phone.countryCode) } }),
    login,
    loginKey: loginKey(login),
    emailKey: keys.email,
    phoneKey: keys.phone,
  }
  const termsVersion = values.hasAcceptedTerms ? site.termsVersion : ''
  for (let attempt = 0; attempt < fakenameAttempts; attempt += 1) {
    const fakename = makeFakename()
    const playerId = await insertPlayer(tx, { ...row, fakename, termsVersion })
    if (playerId !== null) {
      await keepPerson(tx, ctx, playerId, values, keys.phone)
      await grantFun(tx, playerId)
      return { kind: 'added', playerId, login, fakename }
    }
    // Whatever stood in the way is there to be seen now: the login of a racer, or only the nickname.
    if (await isLoginTaken(tx, loginKey(login))) return { kind: 'taken', field }
    if (keys.email && (await contactOwner(tx, 'email', keys.email))) return { kind: 'taken', field: 'email' }
  }
  throw new Error('no free nickname was found')
}

async function keepPerson(
  tx: Tx,
  { keys }: AddPlayerContext,
  playerId: bigint,
  values: NewPlayer,
  phoneKey: string | null,
) {
  const { documentKey } = keys
  const { documentNumber, ...personal } = values.personal ?? {}
  if (documentNumber) {
    const sealed = encrypt(documentNumber, documentPurpose(playerId), documentKey)
    await sealDocument(tx, playerId, { sealed, tail: documentTail(documentNumber) })
  }
  const person = { ...personal, documentNumber, email: values.email?.value, phoneKey }
  await addPersonKeys(tx, playerId, personKeys(person, documentKey))
}
