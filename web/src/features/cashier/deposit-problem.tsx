import { entryReasons } from '@croupier/contract/cashier'
import { useTranslations } from 'use-intl'
import { useFailureText } from '../../forms/reasons.ts'
import { Notice } from '../../ui/notice.tsx'
import { useBarrier } from './deposit-barrier.tsx'
import type { Barrier, PageProblem } from './deposit-rules.ts'

/** Above the button: what happened, whether anything was taken, and what to do. */
export function DepositProblem({ problem }: { problem: PageProblem }) {
  const t = useTranslations('cashier.problems')
  const failureText = useFailureText()
  const reasonText = useEntryReason()
  if (problem.kind === 'barrier') return <BarrierNotice barrier={problem.barrier} />
  if (problem.kind === 'declined')
    return (
      <Notice kind="error">
        <b>{t('declined')}</b> {reasonText(problem.reason)} {t('declinedText')}
      </Notice>
    )
  if (problem.kind === 'failure') {
    const { failure } = problem
    if (failure.kind === 'slow' || failure.kind === 'offline')
      return (
        <Notice kind="error">
          {t(`${failure.kind}`)} {t('sameAgain')}
        </Notice>
      )
    return <Notice kind="error">{failureText(failure)}</Notice>
  }
  return (
    <Notice kind="error">
      {t(`${problem.kind}`)} {problem.kind === 'silence' && t('sameAgain')}
    </Notice>
  )
}

function BarrierNotice({ barrier }: { barrier: Barrier }) {
  const { title, text, action } = useBarrier(barrier)
  return (
    <Notice kind="error">
      <b className="notice-title">{title}</b> {text}
      <div className="notice-action">{action}</div>
    </Notice>
  )
}

/** Why a deposit or payout ended, in words; nothing where nothing was said. */
export function useEntryReason(): (reason: string | null) => string {
  const t = useTranslations('cashier.reasons')
  return (reason) => (reason && entryReasons.some((each) => each === reason) ? t(`${reason}`) : '')
}
