import type { Reason } from './definition.ts'

const shape = /^(\d{1,2})[.,'-](\d{1,2})[.,'-](\d{4})$|^(\d{4})-(\d{2})-(\d{2})$/

/** `14.06.1991` or `1991-06-14` → `1991-06-14`; null when there is no such day. */
export function readDate(text: string): string | null {
  const found = shape.exec(text.trim())
  if (!found) return null
  const [, d = '', m = '', y, iy, im, id] = found
  const [year, month, day] = [Number(y ?? iy), Number(im ?? m), Number(id ?? d)]
  const at = new Date(Date.UTC(year, month - 1, day))
  if (at.getUTCFullYear() !== year || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== day) return null
  return at.toISOString().slice(0, 10)
}

type Range = { min?: string; max?: string }

/** Between two days, both written YYYY-MM-DD. */
export function date(text: string, { min, max }: Range = {}): Reason | null {
  if (text.trim() === '') return 'REQUIRED'
  const day = readDate(text)
  if (!day) return 'DATE'
  if (min && day < min) return 'TOO_SMALL'
  return max && day > max ? 'TOO_LARGE' : null
}

/** Born long enough ago, and not before anybody alive. */
export function birthDate(text: string, { today, ageLimit }: { today: string; ageLimit: number }): Reason | null {
  const wrong = date(text, { min: '1900-01-01', max: today })
  if (wrong) return wrong === 'REQUIRED' ? wrong : 'DATE'
  const day = readDate(text) ?? ''
  const comesOfAge = `${String(Number(day.slice(0, 4)) + ageLimit).padStart(4, '0')}${day.slice(4)}`
  return comesOfAge > today ? 'TOO_YOUNG' : null
}
