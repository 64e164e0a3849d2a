import type { WireTournament } from '@croupier/contract/methods/tournaments'
import { useTranslations } from 'use-intl'
import { Notice } from '../../ui/notice.tsx'
import { hasFee } from './tournament-rules.ts'
import { useCost, useGist } from './tournament-words.tsx'

type Props = { tournament: WireTournament; byTicket: boolean }

/** What joining costs, what counts, and what a payout does to the score. */
export function JoinFacts({ tournament, byTicket }: Props) {
  const t = useTranslations('tournaments.joining')
  const cost = useCost()
  const gist = useGist()
  const { reset_on_cashout: resets } = tournament
  return (
    <div className="stack">
      <dl className="facts">
        <div>
          <dt>{t('cost')}</dt>
          <dd className="num">{byTicket ? t('ticket') : cost(tournament)}</dd>
        </div>
      </dl>
      {hasFee(tournament) && <p className="muted">{t('back')}</p>}
      <p>
        <b>{t('counts')}: </b>
        {gist(tournament)}
      </p>
      {resets && <Notice kind="warning">{t('resets')}</Notice>}
    </div>
  )
}
