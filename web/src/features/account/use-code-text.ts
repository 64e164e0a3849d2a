import { useTranslations } from 'use-intl'
import type { Failure } from '../../forms/failure.ts'
import { reasonIn, useProblemText } from '../../forms/use-attempt.ts'

/** Why a code was not taken. What is not about the code at all (no connection, too many tries) says so. */
export function useCodeText(): (failure: Failure) => string {
  const t = useTranslations('profile')
  const problemText = useProblemText()
  return (failure) => {
    const isAboutCode = failure.kind === 'fields' || (failure.kind === 'refused' && failure.type === 'InvalidParameter')
    if (!isAboutCode) return problemText(failure)
    switch (reasonIn(failure)) {
      case 'CODE_DIGITS':
      case 'REQUIRED':
        return t('newVerification.twoFaErrorCodeDigits')
      case 'CODE_EXPIRED':
        return t('newVerification.twoFaErrorTimeExpired')
      case 'CODE_INVALID':
        return t('newVerification.twoFaErrorInvalidCode')
      case 'CONTACT_TAKEN':
        return t('dialogs.confirmEmail.taken')
      case 'ALREADY_ENABLED':
        return t('dialogs.twoFactor.already')
      case 'SELF_EXCLUDED':
        return problemText(failure)
      default:
        return t('newVerification.twoFaErrorSomethingWrong')
    }
  }
}
