import { paths } from '@croupier/contract/paths'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { useFormat } from '../../i18n/format.ts'
import { onTopic, usePublicTopic } from '../../session/stream-topics.ts'
import { Card } from '../../ui/card.tsx'
import { countsGame, isAbout, tidy } from './cup-rules.ts'
import { useScoreText } from './cup-words.ts'

type Props = { game: { sysname: string; type: string; studio: { sysname: string } } }

const most = 50
const cupFields = 'id,name,status,user_info,restrictions,score'

/** Those in which this game counts. */
async function askGameCups(game: Props['game']) {
  const { items } = await call('tournaments.get', { status: 'active', count: most, fields: cupFields })
  return items.filter((cup) => countsGame(cup, game))
}

type GameCup = Awaited<ReturnType<typeof askGameCups>>[number]

const isPlayed = ({ status, user_info: own }: GameCup) => status === 'active' && own?.is_joined === true

/** A busy board moves every two seconds; beside a game it is read less often. */
const restMs = 5_000

/** Beside a game: the tournaments that the player is in, place and score, and nothing that asks for more. */
export function GameCupCards({ game }: Props) {
  const t = useTranslations('tournaments.game')
  /** Null until the house has answered. */
  const [cups, setCups] = useState<GameCup[] | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const shown = cups?.filter(isPlayed) ?? []
  useEffect(() => {
    // A game goes on without it.
    const look = () => askGameCups(game).then(setCups, () => undefined)
    void look()
    // One that got no answer is asked again when the line is there again.
    const stop = onTopic('hello', () => void look())
    return () => {
      stop()
      clearTimeout(timer.current)
    }
  }, [game])
  const lookAgain = () => {
    timer.current = undefined
    const ids = shown.map(({ id }) => id).join()
    call('tournaments.get', { ids, fields: cupFields }).then(
      ({ items }) => setCups(items),
      () => undefined,
    )
  }
  usePublicTopic('tournament', (news) => {
    if (shown.some(({ id }) => isAbout(news, id))) timer.current ??= setTimeout(lookAgain, restMs)
  })
  if (shown.length === 0) return null
  return (
    <Card className="game-session">
      <h2>{t('title')}</h2>
      {shown.map((cup) => (
        <GameCupLines key={cup.id} cup={cup} />
      ))}
    </Card>
  )
}

function GameCupLines({ cup: { id, name, user_info: own, restrictions, score } }: { cup: GameCup }) {
  const t = useTranslations('tournaments.game')
  const { money, number } = useFormat()
  const scoreText = useScoreText()
  const min = restrictions.min_bet
  return (
    <>
      <p className="muted">
        {t.rich('counts', {
          name,
          min: min ? money(tidy(min)) : '',
          link: (text) => (
            <Link className="link" to={paths.tournament(id)}>
              {text}
            </Link>
          ),
        })}
      </p>
      <dl className="facts">
        <div>
          <dt>{t('place')}</dt>
          <dd className="num">{own?.place ? number(own.place) : '—'}</dd>
        </div>
        <div>
          <dt>{t('score')}</dt>
          <dd className="num">{scoreText(own?.score ?? '0', score.unit)}</dd>
        </div>
      </dl>
    </>
  )
}
