import { cashOutWorth } from '@croupier/contract/bet-record'
import { editedBet } from '@croupier/contract/methods/bets'
import { z } from 'zod'
import { isSameBytes, keyedHash } from '../../encryption.ts'
import type { Keys } from '../../secrets.ts'

export const builderWord = z.object({
  kind: z.literal('builder'),
  event: z.number(),
  picks: z.array(z.string()).readonly(),
  /** Of every set of parts, by its bits. */
  prices: z.array(z.number()).readonly(),
  /** Of each part alone, in parts of a billion: it may have moved by when the bet is decided. */
  chances: z.array(z.number()).readonly(),
  /** The last fact that the prices count with. */
  facts: z.number(),
  isLive: z.boolean(),
  /** By the clock of the database. */
  expiresMs: z.number(),
})

/** What the house stands by until it expires: all that is pinned on the leg of a bet. */
export type BuilderWord = z.output<typeof builderWord>

export const cashOutWord = z.object({
  kind: z.literal('cash-out'),
  bet: z.string(),
  /** The number of the bet's last step: after the next one it is another bet. */
  steps: z.number(),
  /** Of all that runs, in minor units. */
  value: z.string(),
  /** What the value was made of; words of before have none. */
  worth: cashOutWorth.nullable().default(null),
  /** By the clock of the database. */
  expiresMs: z.number(),
})

/** What the house gives for a bet until it expires. */
export type CashOutWord = z.output<typeof cashOutWord>

export const editWord = z.object({
  kind: z.literal('edit'),
  bet: z.string(),
  steps: z.number(),
  value: z.string(),
  worth: cashOutWorth.nullable().default(null),
  /** What it becomes, at the prices of that moment. */
  asked: editedBet,
  expiresMs: z.number(),
})

/** What the house exchanges a bet for until it expires. */
export type EditWord = z.output<typeof editWord>

/** Nothing is kept of it: most quotes are never taken. Who hands it back need not be believed. */
export function signQuote(keys: Keys, word: BuilderWord | CashOutWord | EditWord): string {
  const text = Buffer.from(JSON.stringify(word)).toString('base64url')
  return `${text}.${keyedHash(text, 'quote', keys.current).toString('base64url')}`
}

/** What the house said of a builder, or null where it never did. */
export const readQuote = (keys: Keys, quote: string): BuilderWord | null => readWord(keys, quote, builderWord)

/** What the house said, or null where it never did. Whether it still stands is for the clock of the database. */
export function readWord<Word>({ current, previous }: Keys, quote: string, form: z.ZodType<Word>): Word | null {
  const [text = '', mac = '', ...rest] = quote.split('.')
  const said = Buffer.from(mac, 'base64url')
  const secrets = previous === undefined ? [current] : [current, previous]
  const isOurs = secrets.some((secret) => isSameBytes(said, keyedHash(text, 'quote', secret)))
  if (!isOurs || rest.length > 0) return null
  return form.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString())).data ?? null
}
