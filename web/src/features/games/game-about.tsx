import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { Section } from '../../ui/section.tsx'
import type { TileGame } from './tile-game.ts'

/** What a game is, before one plays it: the facts that decide whether one wants to. */
export function GameAbout({
  game,
  volatility,
  version,
  isOwn,
}: {
  game: TileGame
  volatility: number | null
  version: string | null
  /** Only our own games can be recomputed. */
  isOwn: boolean
}) {
  const t = useTranslations('game.about')
  const facts = [
    {
      name: t('studio'),
      text: (
        <Link className="link" to={paths.gamehall({ providers: [game.studio.sysname] })}>
          {game.studio.name}
        </Link>
      ),
    },
    ...(game.rtp ? [{ name: t('rtp'), text: `${game.rtp}%` }] : []),
    ...(volatility ? [{ name: t('volatility'), text: t(`levels.${volatility}`) }] : []),
    ...(version ? [{ name: t('version'), text: version }] : []),
  ]
  return (
    <Section title={t('title', { name: game.name })}>
      <p className="muted game-lead">{isOwn ? t('lead') : t('leadOther')}</p>
      <dl className="facts game-facts">
        {facts.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{text}</dd>
          </div>
        ))}
      </dl>
      {isOwn && (
        <p>
          <Link className="link" to={paths.fairness()}>
            {t('fairness')}
          </Link>
        </p>
      )}
    </Section>
  )
}
