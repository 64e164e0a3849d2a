import { z } from 'zod'
import { safeLink } from './safe-path.ts'

/** Building blocks for remote content: whatever is broken becomes its default, never an error. */
export const fallback = <T extends z.ZodType>(schema: T, standard: z.output<T>) =>
  // The catch value must be made for each parse: callers may change what they get.
  schema.catch(() => structuredClone(standard))

export const text = (standard = '') => z.string().max(20_000).catch(standard)
export const flagOr = (standard = false) => z.boolean().catch(standard)
export const count = (standard: number) => z.number().int().min(0).catch(standard)

/** Broken items are dropped, the good ones stay. */
export const listOf = <T extends z.ZodType>(item: T) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((values): z.output<T>[] =>
      values.flatMap((value) => {
        const parsed = item.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )
    .meta({ item })

/** Zod refuses an object that lacks a field of type unknown, unless it is called optional. */
const absentOr = z.unknown().optional()

/** A link that an editor wrote: unsafe ones become empty. */
export const link = () => absentOr.transform((value) => safeLink(value) ?? '').meta({ written: 'link' })

/** A picture: an address, or an object of the content backend reduced to its url. */
export const image = () =>
  absentOr
    .transform((value) => {
      const url = typeof value === 'object' && value !== null && 'url' in value ? value.url : value
      const safe = safeLink(url)
      return safe && !/^(mailto|tel):/.test(safe) ? safe : ''
    })
    .meta({ written: 'picture' })
