import { createHash } from 'node:crypto'
import type { Input, Output } from '@croupier/contract/contract'
import { Refusal } from '@croupier/contract/refusals'
import { isValid, signData } from '@telegram-apps/init-data-node'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { isSameBytes } from '../../encryption.ts'
import { parseJson } from '../../parse-json.ts'
import { believed, type Keys } from '../../secrets.ts'
import { trackingOf } from './rules.ts'
import { accountOf, enterBy, type SocialIdentity } from './social-account.ts'
import * as store from './social-store.ts'

/** Social services are named by content, always with their issuer, so none of them can be called this. */
const service = 'telegram'

/** How old init data may be. */
const loginSeconds = 86_400

const invalid = () => new Refusal('InvalidParameter:INIT_DATA_INVALID', { message: 'The init data prove nothing' })

const user = z.object({
  id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  is_bot: z.literal(false).optional(),
  first_name: z.string().max(200).catch(''),
  last_name: z.string().max(200).catch(''),
  language_code: z.string().max(20).catch(''),
})

export type InitData = {
  /** The messenger's own seal: one per answer, however its parts are ordered or written. */
  hash: string
  authSeconds: number
  user: z.output<typeof user>
}

/** Reads the raw init data string, and believes nothing in it that the bot's token has not sealed. */
export function readInitData(payload: string, keys: Keys): InitData | null {
  const pairs = [...new URLSearchParams(payload)]
  const parts = new Map(pairs)
  // The seal is over lines: a name twice, or a line break inside a value, could be read in two ways.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is the point.
  if (parts.size !== pairs.length || pairs.some((pair) => /[\u0000-\u001f]/.test(pair.join('=')))) return null
  const hash = parts.get('hash') ?? ''
  if (!believed(keys).some((token) => isSealed(parts, hash, token))) return null
  const written = parts.get('auth_date') ?? ''
  const who = user.safeParse(parseJson(parts.get('user') ?? ''))
  return /^\d{9,11}$/.test(written) && who.success ? { hash, authSeconds: Number(written), user: who.data } : null
}

/** The library compares letter by letter; the second look takes the same time for every guess. Age is the database's matter. */
function isSealed(parts: Map<string, string>, hash: string, token: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(hash)) return false
  const lines = [...parts].flatMap(([name, value]) => (name === 'hash' ? [] : [`${name}=${value}`])).sort()
  const isSame = isSameBytes(Buffer.from(signData(lines.join('\n'), token)), Buffer.from(hash))
  return isSame && isValid(new URLSearchParams([...parts]), token, { expiresIn: 0 })
}

/** Who opens the mini-app is signed in, with a new account the first time. `id`, `username` and `hash` beside it count for nothing. */
export async function registerByMessenger(
  ctx: Context,
  input: Input<'auth.register'>,
): Promise<Output<'auth.register'>> {
  const data = readInitData(input.payload ?? '', ctx.keys.telegramBotToken)
  if (!data) throw invalid()
  const { id, first_name, last_name, language_code } = data.user
  const identity: SocialIdentity = {
    service,
    subject: String(id),
    email: null,
    firstName: first_name,
    lastName: last_name,
  }
  const locale = await localeOf(ctx, language_code)
  const { isNew, playerId } = await ctx.begin(async (tx) => {
    if (!(await store.useInit(tx, sealHash(data), data.authSeconds, loginSeconds))) throw invalid()
    return accountOf(ctx, tx, identity, { ...wishesOf(input), locale })
  })
  return enterBy(ctx, { playerId, how: isNew ? 'registration' : 'messenger' })
}

const freshSeconds = 900

/** A mini-app that was opened a moment ago by the player who is signed in. Its seal is used up by this. */
export async function useFreshInit(ctx: Context, playerId: bigint, payload: string): Promise<void> {
  const data = readInitData(payload, ctx.keys.telegramBotToken)
  if (!data) throw invalid()
  const isOwn = await ctx.begin(async (tx) => {
    const known = await store.findSocialIdentity(tx, service, String(data.user.id))
    return known?.playerId === playerId && (await store.useInit(tx, sealHash(data), data.authSeconds, freshSeconds))
  })
  if (!isOwn) throw invalid()
}

/** Without a key: the seal cannot be guessed, and a key that is changed would make a used one look new. */
const sealHash = ({ hash }: InitData) => createHash('sha256').update(hash).digest()

/** `pt-br` is `pt` where no closer one is spoken. */
async function localeOf({ i18n, locale }: Pick<Context, 'i18n' | 'locale'>, language: string): Promise<string> {
  const { locales } = await i18n.locales()
  const wanted = [language.toLowerCase(), language.toLowerCase().split('-')[0]]
  return wanted.flatMap((code) => locales.filter((known) => known.code.toLowerCase() === code))[0]?.code ?? locale
}

function wishesOf(input: Input<'auth.register'>) {
  return {
    currency: input.currency ?? '',
    hasAcceptedTerms: input.terms === true,
    isSubscribed: input.notify === '1',
    ...(input.is_betting !== undefined && { isBetting: input.is_betting === '1' }),
    characterId: input.character_id ?? '',
    promoCode: input.promo_code ?? '',
    visit: input.visit ?? '',
    params: trackingOf(input),
  }
}
