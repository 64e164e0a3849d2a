import type { Reason, Rule } from './definition.ts'

type Range = { min: bigint; max: bigint }

/** A whole sum: digits only, no leading zero, within the range. */
export function sum(text: string, { min, max }: Range): Reason | null {
  if (text === '') return 'REQUIRED'
  if (!/^[1-9][0-9]*$/.test(text)) return 'FORMAT'
  const value = BigInt(text)
  if (value < min) return 'TOO_SMALL'
  return value > max ? 'TOO_LARGE' : null
}

/** Thousands separators do not count: `1,250.50` is 1250.5. Null for what is no number. */
function readNumber(text: string): number | null {
  const plain = text.replace(/[,\s'’]/gu, '')
  return /^-?[0-9]{1,30}(\.[0-9]{1,30})?$/.test(plain) ? Number(plain) : null
}

/** An empty value is no fault here. */
const compared =
  (isWrong: (value: number) => boolean, reason: Reason): Rule =>
  (text) => {
    if (text.trim() === '') return null
    const value = readNumber(text)
    if (value === null) return 'FORMAT'
    return isWrong(value) ? reason : null
  }

export const minValue = (min: number): Rule => compared((value) => value < min, 'TOO_SMALL')
export const maxValue = (max: number): Rule => compared((value) => value > max, 'TOO_LARGE')
