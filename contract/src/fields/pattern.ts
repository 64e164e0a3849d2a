import type { Rule } from './definition.ts'
import { countPaths } from './path-count.ts'
import { required } from './plain.ts'

const longestValue = 100
const longestPattern = 300

/** Three open repetitions beside each other are the most that is still quick. */
const mostPaths = 1_100_000

/** An editor's pattern for a whole value. One that cannot be read, or could take for ever, is no pattern. */
export function readPattern(source: string): RegExp | null {
  if (source === '' || source.length > longestPattern) return null
  try {
    const pattern = new RegExp(`^(?:${source})$`, 'u')
    return countPaths(source, longestValue) <= mostPaths ? pattern : null
  } catch {
    return null
  }
}

/** An empty value is not its business. */
export const matches =
  (source: string | undefined): Rule =>
  (text) => {
    const pattern = source ? readPattern(source) : null
    if (text === '' || !pattern) return null
    return text.length <= longestValue && pattern.test(text) ? null : 'PATTERN'
  }

/** What content asks for, else anything but nothing. */
export const custom =
  (source = ''): Rule =>
  (text) =>
    readPattern(source) ? matches(source)(text) : required(text)

/** Up to eight digits, or what content says. */
export const postcode =
  (source = ''): Rule =>
  (text) => {
    const written = text.trim()
    if (written === '') return 'REQUIRED'
    if (readPattern(source)) return matches(source)(written)
    return /^[0-9]{1,8}$/.test(written) ? null : 'FORMAT'
  }
