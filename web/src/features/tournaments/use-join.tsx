import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { Refusal } from '@croupier/contract/refusals'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { confirm } from '../../dialogs/dialogs.ts'
import { useIntentKey } from '../../forms/intent-key.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { toast } from '../../ui/toast-store.ts'
import { hasScore, overOf, useScoreText } from '../cups/cups.tsx'
import { JoinFacts } from './join-facts.tsx'
import { hasFee, needsYes } from './tournament-rules.ts'

/** Coming and going. The page is asked again afterwards, also where the answer was lost: it says how things stand. */
export function useJoin(tournament: WireTournament) {
  const t = useTranslations('tournaments')
  const scoreText = useScoreText()
  const { revalidate } = useRevalidator()
  const { attempt, isBusy, problem, setProblem } = useAttempt()
  const [refused, setRefused] = useState<string>()
  const keyed = useIntentKey()
  const { id, name, status, fee, user_info: own } = tournament
  const byTicket = fee.by_ticket && own?.has_ticket === true
  const over = overOf(tournament)
  const paid = hasFee(tournament) ? 'yes' : 'no'
  const price = fee.points !== null && !byTicket ? t('fee.points', { count: fee.points }) : null

  const send = () =>
    attempt(async () => {
      setRefused(undefined)
      try {
        await keyed({ tournament_id: id }, (key) => call('tournaments.participate', { tournament_id: id, key }))
        const text = status === 'future' ? t('joining.doneSoon', { over }) : t('joining.doneText', { over })
        toast({ kind: 'success', title: t('joining.done'), text })
      } catch (error) {
        if (!Refusal.is(error) || error.data?.join_reason === undefined) throw error
        // Why is told by the page, which is read anew.
        setRefused(t('own.refusedNow'))
      } finally {
        await revalidate()
      }
    })

  const join = async () => {
    const isSure =
      !needsYes(tournament) ||
      (await confirm({
        title: t('joining.title', { name }),
        content: <JoinFacts tournament={tournament} byTicket={byTicket} />,
        agree: price === null ? t('joining.agree') : t('joining.agreePoints', { points: price }),
        reject: t('joining.reject'),
      }))
    if (isSure) await send()
  }

  const leave = async () => {
    const score = hasScore(own?.score) ? t('leaving.score', { score: scoreText(own.score, tournament.score.unit) }) : ''
    const isSure = await confirm({
      title: t('leaving.title', { name }),
      content: (
        <div className="stack">
          <p>{status === 'future' ? t('leaving.future', { fee: paid }) : t('leaving.running', { fee: paid })}</p>
          {score && <p className="num">{score}</p>}
        </div>
      ),
      agree: t('leaving.agree'),
      reject: t('leaving.reject'),
      danger: status === 'active',
    })
    if (!isSure) return
    await attempt(
      async () => {
        try {
          await call('tournaments.leave', { tournament_id: id })
          toast({ kind: 'info', title: t('leaving.done') })
        } finally {
          await revalidate()
        }
      },
      (failure) => {
        if (reasonIn(failure) !== 'TOURNAMENT_CLOSED') return false
        setProblem(t('leaving.over'))
        return true
      },
    )
  }
  return { join: () => void join(), leave: () => void leave(), isBusy, problem: refused ?? problem }
}
