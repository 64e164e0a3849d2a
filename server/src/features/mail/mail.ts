import type { Context, Tx } from '../../context.ts'
import type { LetterKind, LetterParams, Letters } from './letters.ts'
import { render } from './render.ts'
import { cleanHeaders, isAddress, isNumber } from './rules.ts'
import { addLetter } from './store.ts'

export type { LetterKind, Letters } from './letters.ts'
export { type Gateways, sendLetter } from './send-letter.ts'
export { openSms } from './sms.ts'
export { openSmtp } from './smtp.ts'
export { forgetOldLetters } from './store.ts'

/** By which way a contact is written to. */
export const channelOf = (contact: 'email' | 'phone') => (contact === 'email' ? 'email' : 'sms')

type Post = Pick<Context, 'announce' | 'i18n' | 'content' | 'config'>

export type Letter<K extends LetterKind> = {
  channel: 'email' | 'sms'
  /** One address, or one international number; with or without its plus. */
  to: string
  kind: K
  locale: string
  params: Letters[K]
  headers?: Record<string, string>
}

/** Writes a letter that leaves when the transaction commits, and is tried again until the gateway has taken it. */
export async function post<K extends LetterKind>(ctx: Post, tx: Tx, letter: Letter<K>): Promise<void> {
  const { channel, kind } = letter
  const recipient = recipientOf(channel, letter.to)
  const locale = await knownLocale(ctx, letter.locale)
  const { site } = await ctx.content.config(locale)
  const params: LetterParams = { ...letter.params }
  const texts = ctx.i18n.letters(locale)
  const rendered = render({ channel, kind, locale, texts, params, site: site.name, origin: ctx.config.origin })
  const { id } = await addLetter(tx, {
    channel,
    kind,
    recipient,
    ...rendered,
    headers: cleanHeaders({ ...unsubscribeHeaders(params, ctx.config.origin), ...letter.headers }),
  })
  await ctx.announce(tx, 'mail.posted', { letterId: String(id) })
}

/** Checked once more here, even if the caller has checked it: a second address or a line break would be a letter to strangers. */
function recipientOf(channel: 'email' | 'sms', to: string): string {
  const recipient = channel === 'sms' ? `+${to.replace(/^\+/, '')}` : to
  const isFine = channel === 'sms' ? isNumber(recipient) : isAddress(recipient)
  if (!isFine) throw new Error(`not one ${channel === 'sms' ? 'number' : 'address'} to send to`)
  return recipient
}

async function knownLocale({ i18n }: Pick<Context, 'i18n'>, wish: string): Promise<string> {
  const { locales, defaultLocale } = await i18n.locales()
  return locales.some(({ code }) => code === wish) ? wish : defaultLocale
}

/** Readers of mail show their own button for it. */
const unsubscribeHeaders = ({ unsubscribeLink }: LetterParams, origin: string): Record<string, string> =>
  typeof unsubscribeLink === 'string' ? { 'List-Unsubscribe': `<${new URL(unsubscribeLink, origin).href}>` } : {}
