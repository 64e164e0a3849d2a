import { useMemo } from 'react'
import { useTranslations } from 'use-intl'

type Values = Readonly<Record<string, string | number>>

export type Translator = {
  (key: string, values?: Values): string
  has: (key: string) => boolean
}

/** A choice, a plural, a tag or a quotation: the formatter has to read it. */
const isInvolved = (message: string) => /[<>'#]|\{[^{}]*[^\w{}]/.test(message)

/** A message that only names its values, with their texts in place; null where it says more or one is missing. */
export function filledText(message: string, values: Values): string | null {
  if (isInvolved(message)) return null
  let isWhole = true
  const text = message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) isWhole = false
    return String(value)
  })
  return isWhole ? text : null
}

/**
 * The translator of a page with hundreds of messages that change every second. The formatter takes a twentieth of a
 * millisecond for each of them, most of it to find its own settings; nearly all only name their values.
 */
export function usePlainTranslations(namespace: string): Translator {
  const t = useTranslations(namespace)
  return useMemo(() => {
    const known = new Map<string, string | null>()
    const messageOf = (key: string): string | null => {
      const found = known.get(key)
      if (found !== undefined) return found
      const message: unknown = t.has(key) ? t.raw(key) : null
      const plain = typeof message === 'string' && !isInvolved(message) ? message : null
      known.set(key, plain)
      return plain
    }
    const has = (key: string): boolean => t.has(key)
    const text = (key: string, values: Values = {}): string => {
      const message = messageOf(key)
      return (message === null ? null : filledText(message, values)) ?? t(key, values)
    }
    return Object.assign(text, { has })
  }, [t])
}
