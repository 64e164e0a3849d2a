import type { WireCountedRound, WireTournament } from '@croupier/contract/methods/tournaments'
import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { hasScore, overOf, usePrizeText, useScoreText } from '../cups/cups.tsx'
import {
  type CupStandings,
  closedFor,
  cupStandingOf,
  hasFee,
  joinCupFrom,
  joinWayOf,
  signInForCup,
} from './tournament-rules.ts'
import { useCost, useJoinReason } from './tournament-words.tsx'
import { useJoin } from './use-join.tsx'

type Props = {
  tournament: WireTournament
  own: CupStandings['own']
  standsOn: WireCountedRound | null
}

/** How the visitor stands, and the one thing to do about it. On a phone it stays at the lower edge. */
export function OwnStrip({ tournament, own, standsOn }: Props) {
  const t = useTranslations('tournaments.own')
  const { join, leave, isBusy, problem } = useJoin(tournament)
  return (
    <section aria-label={t('label')}>
      <Card className="cup-own">
        <OwnState tournament={tournament} own={own} standsOn={standsOn} />
        {problem && <Notice kind="error">{problem}</Notice>}
        <OwnActions tournament={tournament} join={join} leave={leave} isBusy={isBusy} />
      </Card>
    </section>
  )
}

type StateProps = { icon: IconName; title: ReactNode; children?: ReactNode }

function State({ icon, title, children }: StateProps) {
  return (
    <div className="cup-own-state">
      <span className="offer-pip">
        <Icon name={icon} size={18} />
      </span>
      <div>
        <h2 className="h3">{title}</h2>
        {children}
      </div>
    </div>
  )
}

function OwnState({ tournament, own, standsOn }: Props) {
  const t = useTranslations('tournaments')
  const reasonText = useJoinReason()
  const cost = useCost()
  const { status, settles_at, extra, user_info: info, reset_on_cashout: resets } = tournament
  const standing = cupStandingOf(tournament)
  const over = overOf(tournament)
  if (standing === 'cancelled')
    return (
      <State icon="ban" title={t('own.cancelled')}>
        {extra.note && <p>{extra.note}</p>}
        {info?.is_joined && hasFee(tournament) && <p className="muted">{t('own.costBack')}</p>}
      </State>
    )
  if (info?.is_joined) return <InState tournament={tournament} own={own} standsOn={standsOn} />
  if (info?.note)
    return (
      <State icon="info" title={t('own.out')}>
        <p>{info.note}</p>
      </State>
    )
  if (standing === 'settling' || standing === 'finished') {
    const words = closedFor(tournament)
    const titles = {
      left: t('own.left'),
      settling: t('own.settling', { over }),
      double: t('own.double'),
      noEntry: t('own.noEntry'),
      over: t('own.over'),
    }
    return (
      <State icon={standing === 'settling' ? 'hourglass' : 'info'} title={titles[words]}>
        {words === 'double' && <p>{t('own.doubleText')}</p>}
        {standing === 'settling' && <Settling at={settles_at} />}
      </State>
    )
  }
  if (standing === 'refused')
    return (
      <State icon="info" title={info?.has_left ? t('own.left') : t('own.refused')}>
        <p className="muted">{reasonText(tournament)}</p>
      </State>
    )
  return (
    <State icon="trophy" title={standing === 'guest' ? t('own.guest') : t('own.cost', { cost: cost(tournament) })}>
      <p className="muted">
        {standing === 'guest' && `${t('own.cost', { cost: cost(tournament) })}. `}
        {status === 'future' ? t('own.joinSoon', { over }) : t('own.joinNow', { over })}{' '}
        {resets && <b>{t('own.resets')}</b>}
      </p>
    </State>
  )
}

function Settling({ at }: { at: string }) {
  const t = useTranslations('tournaments.own')
  return <p className="muted">{t.rich('settlingText', { date: () => <LocalTime at={at} withTime /> })}</p>
}

/** The own place as the board has it now; what it holds, and the round it stands on. */
function InState({ tournament, own, standsOn }: Props) {
  const t = useTranslations('tournaments')
  const { status, settles_at, user_info: info, score, restrictions } = tournament
  const { number } = useFormat()
  const scoreText = useScoreText()
  const place = own?.place ?? info?.place ?? null
  const reached = own?.score ?? info?.score
  const isOver = status === 'finished'
  const over = overOf(tournament)
  if (status === 'future') return <State icon="circle-check" title={t('own.future', { over })} />
  return (
    <div className="cup-own-state">
      <p className="cup-place num">
        {place === null ? '—' : t.rich('place', { place, s: (text) => <small>{text}</small> })}
      </p>
      <div>
        <h2 className="h3">
          <PrizeLine tournament={tournament} place={hasScore(reached) ? place : null} />
        </h2>
        <p className="muted num">
          {!hasScore(reached)
            ? t('own.noScore', { over })
            : standsOn
              ? t('own.standsOn', {
                  over,
                  score: scoreText(reached, score.unit),
                  game: standsOn.game.name,
                  number: standsOn.round,
                })
              : t('own.score', { score: scoreText(reached, score.unit) })}
          {!isOver && info && (
            <>
              {' · '}
              {t('own.counted', { over, count: info.rounds, most: number(restrictions.most_rounds) })}
            </>
          )}
        </p>
        {status === 'settling' && (
          <>
            <p>{t('own.settling', { over })}</p>
            <Settling at={settles_at} />
          </>
        )}
      </div>
    </div>
  )
}

/** While it runs what the place holds, nothing without a score; afterwards what was won and where it is. */
function PrizeLine({ tournament, place }: { tournament: WireTournament; place: number | null }) {
  const t = useTranslations('tournaments')
  const prizeText = usePrizeText()
  const { status, user_info: info, prizes } = tournament
  if (status === 'finished') {
    const won = info?.prize
    if (!won) return t('own.noPrize')
    const state = won.state === 'paid' ? t(`prizeStates.paid.${won.kind}`) : won.state && t(`prizeStates.${won.state}`)
    return `${prizeText(won)}${state ? ` · ${state}` : ''}`
  }
  const held = place !== null && prizes.find(({ from, to }) => from <= place && place <= to)
  return held ? t('own.holds', { prize: prizeText(held) }) : t('own.noPrize')
}

type ActionsProps = { tournament: WireTournament; join: () => void; leave: () => void; isBusy: boolean }

function OwnActions({ tournament, join, leave, isBusy }: ActionsProps) {
  const t = useTranslations('tournaments')
  const { id, status, user_info: info } = tournament
  const standing = cupStandingOf(tournament)
  const way = joinWayOf(info?.reason ?? null)
  const toPlay =
    overOf(tournament) === 'bets' ? (
      <ButtonLink kind="ivory" size="l" to={paths.betting()}>
        {t('own.bet')}
      </ButtonLink>
    ) : (
      <ButtonLink kind="ivory" size="l" icon="play" to={paths.tournamentHall(id)}>
        {status === 'future' ? t('own.games') : t('own.play')}
      </ButtonLink>
    )
  const others = (
    <ButtonLink size="l" to={paths.tournaments()}>
      {t('own.others')}
    </ButtonLink>
  )
  const inside = {
    guest: (
      <>
        <ButtonLink size="l" to={signInForCup(id)}>
          {t('logIn')}
        </ButtonLink>
        <ButtonLink kind="primary" size="l" to={joinCupFrom(id)}>
          {t('join')}
        </ButtonLink>
      </>
    ),
    open: (
      <Button kind="primary" size="l" busy={isBusy} onClick={join}>
        {t('join')}
      </Button>
    ),
    in: (
      <>
        <Button size="l" busy={isBusy} onClick={leave}>
          {t('own.leave')}
        </Button>
        {toPlay}
      </>
    ),
    refused: (
      <>
        {others}
        {way && (
          <ButtonLink kind="ivory" size="l" to={way.to}>
            {t(`ways.${way.words}`)}
          </ButtonLink>
        )}
      </>
    ),
    settling: others,
    finished: others,
    cancelled: others,
  }
  // What one came for stays in reach on a phone; a way elsewhere does not stand in the way.
  const isNear = standing === 'guest' || standing === 'open' || standing === 'in'
  return (
    <div className="cup-own-actions" data-near={isNear || undefined}>
      {inside[standing]}
    </div>
  )
}
