import type { Output } from '@croupier/contract/contract'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { hasScore, overOf } from './cup-rules.ts'
import { usePrizeText, useScoreText } from './cup-words.ts'

/** What home asks of a tournament. */
export const homeCupFields = 'id,name,status,ends_at,score,user_info,total_participants'
export type HomeCup = Output<'tournaments.get', typeof homeCupFields>['items'][number]

/** On home: a tournament that the player is in, as it stands, without a distance to others. */
export function CupHomeCard({ cup }: { cup: HomeCup }) {
  const t = useTranslations('tournaments')
  const { number } = useFormat()
  const scoreText = useScoreText()
  const prizeText = usePrizeText()
  const { id, name, ends_at: ends, score, user_info: own, total_participants: players } = cup
  const place = own?.place ?? null
  const isPlaced = place !== null && hasScore(own?.score)
  return (
    <Card className="own-card own-cup">
      <header>
        <h2>{name}</h2>
        <Link to={paths.tournament(id)}>{t('home.board')}</Link>
      </header>
      {isPlaced ? (
        <p className="own-place">
          <b className="num">{number(place)}</b>
          <span>
            {t('home.of', { players: number(players) })}
            <br />
            {t('own.score', { score: scoreText(own?.score ?? '0', score.unit) })}
          </span>
        </p>
      ) : (
        <p className="muted">{t('own.noScore', { over: overOf(cup) })}</p>
      )}
      <p className="muted">
        {isPlaced && own?.prize && <>{t('own.holds', { prize: prizeText(own.prize) })} · </>}
        {t.rich('home.ends', { date: () => <LocalTime at={ends} withTime /> })}
      </p>
      <Icon name="trophy" size={72} />
    </Card>
  )
}
