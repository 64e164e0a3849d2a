import { paths } from '@croupier/contract/paths'
import { Refusal, wrongField } from '@croupier/contract/refusals'
import type { Context, Operation } from '../../context.ts'
import { tellPlayer } from '../../db/announce.ts'
import { isSameBytes, keyedHash } from '../../encryption.ts'
import { believed, type Keys } from '../../secrets.ts'
import { type ContactType, readContacts, setSubscription } from './contact-store.ts'
import { findOwn, linkTo } from './contacts.ts'

type Mailing = { playerId: bigint; type: ContactType }

const sign = ({ playerId, type }: Mailing, secret: string) => keyedHash(`${type}:${playerId}`, 'unsubscribe', secret)

/** Ends mailings to one contact of one player without a sign-in; good for nothing else, and for ever. */
export const unsubscribeToken = (keys: Keys, mailing: Mailing): string =>
  `${mailing.type}.${mailing.playerId}.${sign(mailing, keys.current).toString('base64url')}`

/** The page that ends mailings, for letters. */
export const unsubscribeLink = (ctx: Pick<Context, 'i18n' | 'keys'>, locale: string, mailing: Mailing) =>
  linkTo(ctx, locale, `${paths.unsubscribe()}?token=${unsubscribeToken(ctx.keys.linkKey, mailing)}`)

function readToken(token: string, keys: Keys): Mailing | null {
  const [, type, id = '', mac = ''] = /^(email|phone)\.(\d{1,18})\.([\w-]{43})$/.exec(token) ?? []
  if (type !== 'email' && type !== 'phone') return null
  const mailing: Mailing = { type, playerId: BigInt(id) }
  const said = Buffer.from(mac, 'base64url')
  const isOurs = believed(keys).some((secret) => isSameBytes(said, sign(mailing, secret)))
  return isOurs ? mailing : null
}

export const unsubscribe: Operation<'account.unsubscribe'> = async ({ begin, keys }, { token }) => {
  const mailing = readToken(token, keys.linkKey)
  if (!mailing) throw new Refusal('InvalidParameter:TOKEN_INVALID', { message: 'This link is not ours' })
  await begin(async (tx) => {
    await setSubscription(tx, mailing.playerId, mailing.type, false)
    await tellPlayer(tx, mailing.playerId, 'account')
  })
  return null
}

export const changeSubscription: Operation<'account.changeSubscription'> = async ({ begin, player }, input) => {
  await begin(async (tx) => {
    const own = findOwn(await readContacts(tx, player.id), input.contact)
    if (!own || own.state === 'pending') {
      throw wrongField('CONTACT_UNKNOWN', 'contact', 'This is no contact of the player')
    }
    await setSubscription(tx, player.id, own.type, input.subscription)
    await tellPlayer(tx, player.id, 'account')
  })
  return null
}
