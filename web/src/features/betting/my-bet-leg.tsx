import type { SportsEventCard } from '@croupier/contract/methods/sports'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Tag } from '../../ui/tag.tsx'
import { KickOff } from './kick-off.tsx'
import { useEvent } from './live-book.ts'
import { scoreText, useMarketWords } from './market-words.ts'
import { MatchClock } from './match-clock.tsx'
import { type BetLeg, isInPlayNow, type LegState, legState } from './my-bet-rules.ts'

type Props = { leg: BetLeg; card: SportsEventCard | undefined; write: (price: number) => string }

const icons: Readonly<Record<LegState, IconName | null>> = {
  ...{ won: 'check', lost: 'x', void: 'minus', part: 'check' },
  ...{ halfWon: null, halfLost: null, undecided: null },
}

/** A pick of a bet: what was said, at which price, and what became of it. */
export function MyBetLeg({ leg, card, write }: Props) {
  const t = useTranslations('my-bets')
  const words = useMarketWords(leg.event)
  const state = legState(leg)
  const isOn = state === 'undecided' && isInPlayNow(card ?? leg.event)
  const isBuilder = leg.parts.length > 0
  return (
    <li className={cx('my-leg', `is-${state}`, isOn && 'is-on')}>
      <LegMark state={state} />
      <div className="my-leg-main">
        <b className="my-leg-name">
          <bdi>{isBuilder ? t('kind.builder') : words.outcome(leg.market, leg.outcome)}</bdi>
          {leg.is_banker && <Tag>{t('banker')}</Tag>}
        </b>
        {!isBuilder && <span className="my-leg-market">{words.market(leg.market)}</span>}
        {isBuilder && <BuilderParts leg={leg} />}
        <LegMatch leg={leg} card={card} />
        <LegWord leg={leg} state={state} />
      </div>
      <LegPrice leg={leg} write={write} />
    </li>
  )
}

function LegMark({ state }: { state: LegState }) {
  const t = useTranslations('my-bets')
  const icon = icons[state]
  return (
    <span className="my-leg-mark" role="img" aria-label={t(`leg.${state}`)}>
      {icon && <Icon name={icon} />}
    </span>
  )
}

/** The price that counts; the one that was asked for stands beside it where it is another. */
function LegPrice({ leg: { price, price_asked: asked }, write }: Pick<Props, 'leg' | 'write'>) {
  const t = useTranslations('my-bets')
  return (
    <span className="my-leg-price num">
      {write(price ?? asked)}
      {price !== null && price !== asked && <small>{t('price.asked', { price: write(asked) })}</small>}
    </span>
  )
}

function BuilderParts({ leg }: { leg: BetLeg }) {
  const t = useTranslations('my-bets')
  const words = useMarketWords(leg.event)
  return (
    <>
      <span className="my-leg-market">{t('partOf')}</span>
      <ul className="my-parts">
        {leg.parts.map((part) => {
          const state = legState(part)
          return (
            <li key={part.pick} className={`is-${state}`}>
              <LegMark state={state} />
              <bdi>{words.pick(part.market, part.outcome)}</bdi>
              <LegWord leg={part} state={state} />
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** Why it is void, or what half of it means. */
function LegWord({ leg: { result }, state }: { leg: Pick<BetLeg, 'result'>; state: LegState }) {
  const t = useTranslations('my-bets')
  const reasons = useTranslations('betting-event.voidReasons')
  if (!result) return null
  if (state === 'void') {
    const reason = result.void_reason
    if (!reason) return <Tag>{t('voided.plain')}</Tag>
    return <Tag>{reasons.has(reason) ? reasons(reason) : t('voided.other', { words: reason })}</Tag>
  }
  if (state !== 'halfWon' && state !== 'halfLost' && state !== 'part') return null
  return <small className="my-leg-word">{t(`legText.${state}`, { win: result.win, of: result.of })}</small>
}

function LegMatch({ leg: { event }, card }: Pick<Props, 'leg' | 'card'>) {
  return (
    <Link className="my-leg-match" to={paths.bettingEvent(event)}>
      {card ? <LiveMatch card={card} /> : <StillMatch event={event} />}
    </Link>
  )
}

/** Follows the stream. */
function LiveMatch({ card: loaded }: { card: SportsEventCard }) {
  const card = useEvent(loaded)
  const { home, away, starts_at, score, state } = card
  return (
    <>
      {isInPlayNow(card) && (
        <span className="my-live">
          <MatchClock card={card} />
        </span>
      )}
      <Sides event={{ home: home.name, away: away.name, starts_at, score, state }} />
    </>
  )
}

type Sided = Pick<BetLeg['event'], 'home' | 'away' | 'starts_at' | 'score' | 'state'>

function StillMatch({ event }: { event: Sided }) {
  const words = useTranslations('betting-event.state')
  return (
    <>
      {event.state === 'live' && <span className="my-live">{words('live')}</span>}
      <Sides event={event} />
    </>
  )
}

/** States that are said in words; a match that is played has its clock. */
const toldStates: Readonly<Record<string, string>> = {
  ...{ postponed: 'postponed', abandoned: 'abandoned', cancelled: 'cancelled' },
  ...{ ended: 'ended', closed: 'ended' },
}

/** With the score once there is one; before that with the kick-off. */
function Sides({ event: { home, away, starts_at: startsAt, score, state } }: { event: Sided }) {
  const t = useTranslations('my-bets')
  const words = useTranslations('betting-event.state')
  const [one, other] = score?.ft ?? []
  const hasBegun = state !== 'open' && state !== 'planned' && state !== 'postponed'
  const hasScore = one !== undefined && other !== undefined && hasBegun
  const told = toldStates[state]
  return (
    <>
      {hasScore ? (
        <span>
          <bdi>{home}</bdi> <b className="num">{scoreText(one, other)}</b> <bdi>{away}</bdi>
        </span>
      ) : (
        <bdi>{t('match', { home, away })}</bdi>
      )}
      {!hasBegun && <KickOff at={startsAt} />}
      {told && <span>{words(told)}</span>}
    </>
  )
}
