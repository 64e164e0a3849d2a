import type { Call } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Notice } from '../../ui/notice.tsx'
import { type CountedThing, hasScore, overOf, type ScoreUnit } from './cup-rules.ts'
import { useScoreText } from './cup-words.ts'

const most = 50

export type CashoutCup = { id: string; name: string; score: string | null; unit: ScoreUnit; over: CountedThing }

/** Tournaments in which a payout of this player begins the score anew. What fails is reported: a payout waits for no club. */
export async function askCashoutCups(call: Call, report: (fault: unknown) => void): Promise<CashoutCup[]> {
  try {
    const { items } = await call('tournaments.get', {
      status: 'active',
      count: most,
      fields: 'id,name,status,user_info,reset_on_cashout,score',
    })
    return items
      .filter((cup) => cup.reset_on_cashout && cup.status === 'active' && cup.user_info?.is_joined)
      .map((cup) => {
        const { id, name, user_info: own, score } = cup
        return { id, name, score: own?.score ?? null, unit: score.unit, over: overOf(cup) }
      })
  } catch (fault) {
    report(fault)
    return []
  }
}

/** Before the button of a payout: what it does to scores. */
export function CashoutNotice({ cups }: { cups: readonly CashoutCup[] }) {
  const t = useTranslations('tournaments.cashout')
  const scoreText = useScoreText()
  if (cups.length === 0) return null
  return (
    <Notice kind="warning">
      <div className="stack">
        <b>{t('title')}</b>
        {cups.map(({ id, name, score, unit, over }) => (
          <p key={id}>
            {hasScore(score) ? t('line', { score: scoreText(score, unit), name }) : t('lineEmpty', { name, over })}{' '}
            <Link className="link" to={paths.tournament(id)}>
              {t('more')}
            </Link>
          </p>
        ))}
      </div>
    </Notice>
  )
}
