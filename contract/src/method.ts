import { z } from 'zod'
import type { RefusalName } from './refusals.ts'

export type Who = 'anyone' | 'player'

export type Method<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType, W extends Who = Who> = {
  /** One sentence for the API page. */
  about: string
  verb: 'GET' | 'POST'
  who: W
  input: I
  output: O
  refuses: readonly RefusalName[]
  /** A GET that changes something: it demands the same origin, as every POST does. */
  hasEffect?: boolean
  /** Answers are the same for every guest: ETag and this max-age. */
  cacheSeconds?: number
  /** Lists of the answer may be long without end: they are read while they are written. Only for calls over HTTP. */
  isStreamed?: boolean
  /** Open to a payout-only session: an excluded player may still see the account and take the balance out. */
  isForPayout?: boolean
  /**
   * Asked by a game in its own frame, whose origin is opaque: the launch token in the body says who asks, cookies are
   * not looked at, so no page can borrow them.
   */
  isByToken?: boolean
  /** Counted in the database, per player or address, before the operation runs. */
  limit?: { points: number; seconds: number }
}

export const method = <I extends z.ZodType, O extends z.ZodType, const W extends Who>(
  described: Method<I, O, W>,
): Method<I, O, W> => described

/** Save and add calls have nothing to say but `result: 1`. */
export const saved = z.null()

/** `fields=a,b`: keeps only those top-level fields of each item. The dispatcher applies it. */
export const fields = z.string().max(500).optional()

export const paging = (standard: number, most: number) => ({
  count: z.coerce.number().int().min(1).max(most).default(standard),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})

export const list = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), total: z.number(), offset: z.number(), limit: z.number() })

/** `1` or `0`, as forms send it. */
export const flag = z.enum(['0', '1']).transform((text) => text === '1')

/** A field whose rule both sides run: what it says becomes the reason in `invalid_parameters`. */
export const checked = (rule: (text: string) => string | null) =>
  z
    .string()
    .max(20_000)
    .superRefine((text, check) => {
      const reason = rule(text)
      if (reason) check.addIssue({ code: 'custom', message: reason })
    })

/** Something larger as JSON, as forms send it. */
export const jsonText = <T extends z.ZodType>(schema: T, most: number, wrong: string) =>
  z
    .string()
    .max(most)
    .transform((text, check) => {
      try {
        return schema.parse(JSON.parse(text))
      } catch {
        check.addIssue({ code: 'custom', message: wrong })
        return z.NEVER
      }
    })

export const money = z.object({ amount: z.string(), currency: z.string() })
