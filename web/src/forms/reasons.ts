import type { FieldBounds } from '@croupier/contract/fields/definition'
import { documentLength, fakenameLength, loginLength, passwordLength } from '@croupier/contract/fields/lengths'
import { passwordForbidden } from '@croupier/contract/fields/password'
import { useTranslations } from 'use-intl'
import { type Failure, isSessionOver } from './failure.ts'

const lengths: Record<string, { min: number; max: number }> = {
  password: passwordLength,
  new_password: passwordLength,
  fakename: fakenameLength,
  login: loginLength,
  document_number: documentLength,
}
const anyLength = { min: 1, max: 100 }

/** What is wrong with a field, in words: `fields.errors.{field}_{REASON}` where a field has its own, else `fields.errors.{REASON}`. */
export function useReasonText(): (reason: string, field?: string, bounds?: FieldBounds) => string {
  const t = useTranslations('fields')
  return (reason, field = '', { minLength, maxLength } = {}) => {
    const own = `${field.replace(/^new_/, '')}_${reason}`
    const key = [own, reason].find((each) => t.has(`errors.${each}`)) ?? 'FORMAT'
    const characters = passwordForbidden.map((sign) => (sign === ' ' ? t('space') : sign)).join('  ')
    const { min, max } = lengths[field] ?? anyLength
    return t(`errors.${key}`, {
      min: Math.max(min, minLength ?? min),
      max: Math.min(max, maxLength ?? max),
      characters,
    })
  }
}

/** What stands above the button when no field is to blame. */
export function useFailureText(): (failure: Exclude<Failure, { kind: 'fields' }>) => string {
  const t = useTranslations('fields.failures')
  return (failure) => {
    if (failure.kind === 'wait') return t('wait', { minutes: Math.max(1, Math.ceil(failure.seconds / 60)) })
    if (failure.kind === 'offline') return t('offline')
    if (isSessionOver(failure)) return t('signedOut')
    if (failure.kind === 'refused' && failure.reason === 'STEP_UP_NEEDED') return t('stepUp')
    return failure.kind === 'slow' ? t('slow') : t('other')
  }
}
