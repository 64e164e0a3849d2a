import { isGameType } from '@croupier/contract/games'
import type { WirePromotion } from '@croupier/contract/methods/campaigns'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Input } from '../../ui/input.tsx'
import { Progress } from '../../ui/progress.tsx'
import { isExcluded, rateOfGame } from './offer-sums.ts'
import { useGameSearch } from './use-game-search.ts'

type Studio = { sysname: string; name: string }
type Props = { promotion: WirePromotion; studios: readonly Studio[] }

const icons: Record<string, IconName> = { slot: 'cherry', fast: 'zap', casino: 'spade', live: 'radio' }

/** Which games count how much, which are excluded, and any game by its name. */
export function OfferCounts({ promotion, studios }: Props) {
  const t = useTranslations('offers.counts')
  const [text, setText] = useState('')
  const { contributions, excluded } = promotion
  const lines = useLines()(promotion)
  return (
    <Card className="stack">
      <h2>{t('title')}</h2>
      <Field label={t('find')}>
        <Input
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t('findHint')}
          start={<Icon name="search" />}
          maxLength={100}
        />
      </Field>
      <div role="status" className="contents">
        {text.trim() !== '' && <Found text={text} promotion={promotion} />}
      </div>
      {text.trim() === '' && (
        <>
          <ul className="offer-counts">
            {lines.map(({ name, icon, label, percent }) => (
              <CountLine key={name} icon={icon} label={label} percent={percent} />
            ))}
          </ul>
          {contributions.some(({ percent }) => percent === '0') && <p className="dim">{t('zero')}</p>}
          {excluded.length === 0 ? (
            <p className="dim">{t('noneExcluded')}</p>
          ) : (
            <ExcludedGames excluded={excluded} studios={studios} />
          )}
        </>
      )}
    </Card>
  )
}

type Line = { name: string; icon: IconName | undefined; label: ReactNode; percent: string }

/** Types in the order of the hall, each with what counts for it, then games that have a share of their own. */
function useLines() {
  const types = useTranslations('games.types')
  return (promotion: WirePromotion): Line[] => [
    ...Object.keys(icons).map((type) => ({
      name: `type-${type}`,
      icon: icons[type],
      label: types(type),
      percent: rateOfGame(promotion, { type }),
    })),
    ...promotion.contributions.flatMap(({ game, name, percent }) =>
      game === undefined ? [] : [{ name: `game-${game}`, icon: undefined, label: name ?? game, percent }],
    ),
  ]
}

function CountLine({ icon, label, percent }: Omit<Line, 'name'>) {
  return (
    <li>
      <span className="offer-count-name">
        {icon && <Icon name={icon} size={16} />}
        {label}
      </span>
      <Progress value={Number(percent) / 100} label={typeof label === 'string' ? label : ''} tone="time" />
      <b className="num">{percent}%</b>
    </li>
  )
}

function ExcludedGames({ excluded, studios }: { excluded: WirePromotion['excluded']; studios: readonly Studio[] }) {
  const t = useTranslations('offers.counts')
  const types = useTranslations('games.types')
  const words = excluded.map(({ game, name, type, provider }) => {
    if (game !== undefined) return name ?? game
    if (provider !== undefined)
      return t('studio', { name: studios.find(({ sysname }) => sysname === provider)?.name ?? provider })
    return t('type', { name: type !== undefined && isGameType(type) ? types(type) : (type ?? '') })
  })
  return (
    <div className="offer-text">
      <h3>{t('excluded')}</h3>
      <p className="muted">{t('excludedText')}</p>
      <ul className="offer-excluded">
        {words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    </div>
  )
}

/** Games of what is typed, each with what it counts. */
function Found({ text, promotion }: { text: string; promotion: WirePromotion }) {
  const t = useTranslations('offers.counts')
  const found = useGameSearch(text)
  if (found === 'failed') return <p className="dim">{t('failed')}</p>
  if (found === 'waiting') return null
  if (found.length === 0) return <p className="dim">{t('nothing')}</p>
  return (
    <ul className="offer-counts">
      {found.map(({ sysname, name, type, provider }) =>
        isExcluded(promotion, { game: sysname, type, provider: provider.sysname }) ? (
          <li key={sysname}>
            <span className="offer-count-name">{name}</span>
            <span />
            <b>{t('excludedShort')}</b>
          </li>
        ) : (
          <CountLine
            key={sysname}
            icon={icons[type]}
            label={name}
            percent={rateOfGame(promotion, { game: sysname, type })}
          />
        ),
      )}
    </ul>
  )
}
