import type { Messages } from '@croupier/contract/boot'

/** Whatever is neither a text nor a group of texts is dropped. */
export function parseMessages(value: unknown): Messages {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, string | Messages][] => {
      if (typeof item === 'string') return [[key, item]]
      return typeof item === 'object' && item !== null ? [[key, parseMessages(item)]] : []
    }),
  )
}

/** The texts of `fine`, and those of `broad` that it lacks. */
export function merge(fine: Messages, broad: Messages): Messages {
  const merged: Messages = { ...fine }
  for (const [key, standard] of Object.entries(broad)) {
    const own = Object.hasOwn(fine, key) ? fine[key] : undefined
    if (typeof standard === 'string') merged[key] = typeof own === 'string' ? own : standard
    else merged[key] = merge(typeof own === 'object' ? own : {}, standard)
  }
  return merged
}

/** Keys of `broad` that `fine` lacks. */
export function gaps(fine: Messages, broad: Messages, prefix = ''): string[] {
  return Object.entries(broad).flatMap(([key, standard]) => {
    const own = Object.hasOwn(fine, key) ? fine[key] : undefined
    if (typeof standard === 'string') return typeof own === 'string' ? [] : [prefix + key]
    return gaps(typeof own === 'object' ? own : {}, standard, `${prefix}${key}.`)
  })
}
