import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Failure, readFailure } from './failure.ts'
import { useFailureText, useReasonText } from './reasons.ts'

/** The one word of a refusal, whether or not it also names a field. */
export function reasonIn(failure: Failure): string | null {
  if (failure.kind === 'fields') return Object.values(failure.fields)[0] ?? null
  return failure.kind === 'refused' ? failure.reason : null
}

/** Why something did not work, in one sentence for the player. */
export function useProblemText(): (failure: Failure) => string {
  const t = useTranslations('profile.failure')
  const failureText = useFailureText()
  const reasonText = useReasonText()
  return (failure) => {
    if (reasonIn(failure) === 'SELF_EXCLUDED') return t('excluded')
    if (failure.kind === 'fields') {
      const [field = '', reason = 'FORMAT'] = Object.entries(failure.fields)[0] ?? []
      return reasonText(reason, field)
    }
    return failureText(failure)
  }
}

/** Says that a failure has found its own place on the page; without it the problem is told in one sentence. */
type Place = (failure: Failure) => boolean

/** One thing at a time: a second press is ignored while the first is under way. */
export function useAttempt() {
  const problemText = useProblemText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isUnderway = useRef(false)

  async function attempt(work: () => Promise<void>, isPlaced: Place = () => false): Promise<boolean> {
    if (isUnderway.current) return false
    isUnderway.current = true
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (error) {
      const failure = readFailure(error)
      if (!isPlaced(failure)) setProblem(problemText(failure))
      return false
    } finally {
      isUnderway.current = false
      setBusy(false)
    }
  }
  return { isBusy, problem, setProblem, attempt }
}

/** Brings the first wrong field into view and gives it the focus; what stands above it stays readable. */
export function focusFirstWrong(form: HTMLElement | null) {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
  if (!wrong) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  const shown = wrong.closest('.field, .check') ?? wrong
  shown.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'center' })
  wrong.focus({ preventScroll: true })
}

/** One sending at a time: a second submit while the first is under way is ignored. */
export function useSend(): { isBusy: boolean; send: (work: () => Promise<unknown>) => Promise<void> } {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const send = async (work: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }
  return { isBusy, send }
}
