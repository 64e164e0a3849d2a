import './my-bets.css'
import type { WireBet } from '@croupier/contract/methods/bets'
import type { SportsEventCard } from '@croupier/contract/methods/sports'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import type { IconName } from '../../ui/icon-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { BetKind } from './bet-kind.tsx'
import { MyBetActs } from './my-bet-acts.tsx'
import { CashOut } from './my-bet-cash.tsx'
import { MyBetLeg } from './my-bet-leg.tsx'
import { type BetStanding, backOf, betStanding, combinationsIn, systemOf, wonLegs } from './my-bet-rules.ts'
import { MyBetSums } from './my-bet-sums.tsx'
import { BeingDecided } from './my-bet-wait.tsx'
import { useRefusedWords } from './my-bet-words.ts'
import { useSystemWords } from './slip-kinds.tsx'

type Props = {
  bet: WireBet
  /** Events that the stream tells of, by their numbers. */
  cards: ReadonlyMap<number, SportsEventCard>
  write: (price: number) => string
  /** The heading it stands under. */
  level?: 2 | 3
  /** Below everything else: its steps, on its own page. */
  children?: ReactNode
}

/** One bet as its player sees it, wherever it stands. */
export function MyBet({ bet, cards, write, level = 3, children }: Props) {
  const t = useTranslations('my-bets')
  const titleId = useId()
  const Title = level === 2 ? 'h2' : 'h3'
  return (
    <article className="my-bet" aria-labelledby={titleId}>
      <header className="my-bet-head">
        <Title id={titleId}>
          <BetKind bet={bet} /> <small className="num">{bet.id}</small>
        </Title>
        {bet.mode === 'demo' && <Tag>{t('demo')}</Tag>}
        {bet.is_free_bet && <Tag icon="gift">{t('freeBet')}</Tag>}
        <Standing bet={bet} />
      </header>
      <ol className="my-legs">
        {bet.legs.map((leg) => (
          <MyBetLeg key={leg.pick} leg={leg} card={cards.get(leg.event.id)} write={write} />
        ))}
      </ol>
      <SystemLine bet={bet} />
      <MyBetSums bet={bet} write={write} />
      <BetNotes bet={bet} />
      {bet.state === 'pending' && <BeingDecided bet={bet} />}
      {bet.state === 'open' && <CashOut bet={bet} />}
      {children}
      <MyBetActs bet={bet} hasSteps={children === undefined} />
    </article>
  )
}

const tones: Readonly<Record<BetStanding, 'warning' | 'negative' | 'positive' | undefined>> = {
  ...{ pending: 'warning', review: 'warning', live: 'negative', returned: 'positive', cashed: 'positive' },
  ...{ refused: undefined, open: undefined, lost: undefined, void: undefined, edited: undefined },
}

const icons: Readonly<Partial<Record<BetStanding, IconName>>> = {
  ...{ pending: 'hourglass', returned: 'check', cashed: 'check' },
}

/** A loss has no colour: it is said, not shouted. */
function Standing({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets')
  const format = useFormat()
  const standing = betStanding(bet)
  const count = bet.legs.length
  const won = wonLegs(bet)
  if (standing === 'open' && won > 0 && count > 1) return <Tag>{t('standing.some', { won, count })}</Tag>
  return (
    <Tag tone={tones[standing]} icon={icons[standing]}>
      {t(`standing.${standing}`, { amount: format.money(backOf(bet)) })}
    </Tag>
  )
}

/** What a system is made of, and which of its bets have won. */
function SystemLine({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets.system')
  const words = useSystemWords()
  const format = useFormatter()
  if (bet.kind !== 'system') return null
  const combinations = combinationsIn(bet)
  const won = combinations.filter(({ state }) => state === 'won').length
  const nameOf = (places: readonly number[]) => places.map((place) => place + 1).join('+')
  const bankers = bet.legs.filter(({ is_banker: isBanker }) => isBanker).length
  return (
    <div className="my-system">
      <span>
        {words.made(systemOf(bet), bankers)}
        {won > 0 && ` · ${t('won', { won, count: bet.combinations })}`}
      </span>
      {combinations.length > 0 && (
        <span
          className="my-combos num"
          role="img"
          aria-label={t('label', {
            list: format.list(
              combinations.map(({ places, state }) => t('combination', { places: nameOf(places), state })),
            ),
          })}
        >
          {combinations.map(({ places, state }) => (
            <i key={places.join()} className={`is-${state}`}>
              {nameOf(places)}
            </i>
          ))}
        </span>
      )}
    </div>
  )
}

function BetNotes({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets')
  const format = useFormat()
  const refused = useRefusedWords()
  if (bet.is_under_review)
    return (
      <div className="my-note">
        <Notice kind="warning">{t('review')}</Notice>
      </div>
    )
  if (bet.state !== 'refused') return null
  return (
    <div className="my-note">
      <Notice>
        <b>{t('refused.title', { amount: format.money(bet.stake) })}</b> {refused(bet.refused?.reason ?? '')}
      </Notice>
    </div>
  )
}
