import { useTranslations } from 'use-intl'
import { readFailure } from '../../forms/failure.ts'
import { useFailureText } from '../../forms/reasons.ts'

/** Why the provider's pages did not open, in one sentence. */
export function useCheckFailure(): (error: unknown) => string {
  const t = useTranslations('verification')
  const failureText = useFailureText()
  return (error) => {
    const failure = readFailure(error)
    const reason = failure.kind === 'refused' ? failure.reason : null
    if (reason === 'VERIFICATION_OFF') return t('off')
    return reason === 'PROVIDER_AWAY' || failure.kind === 'fields' ? t('away') : failureText(failure)
  }
}
