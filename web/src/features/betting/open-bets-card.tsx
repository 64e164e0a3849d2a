import type { WireBet } from '@croupier/contract/methods/bets'
import { paths } from '@croupier/contract/paths'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Card } from '../../ui/card.tsx'
import { BetKind } from './bet-kind.tsx'
import { scoreText } from './market-words.ts'
import { betStanding, legState, possibleNow, wonLegs } from './my-bet-rules.ts'

const history = paths.betHistory({ product: 'sports' })

/** On home: bets that run, each with the most that it can still return. A row leads to its bet. */
export function OpenBetsCard({ bets }: { bets: readonly WireBet[] }) {
  const t = useTranslations('my-bets')
  const { money } = useFormat()
  return (
    <Card className="own-card">
      <header>
        <h2>{t('card.title')}</h2>
        <Link to={history}>{t('card.all')}</Link>
      </header>
      <ul className="own-bets">
        {bets.map((bet) => (
          <li key={bet.id} data-live={betStanding(bet) === 'live' || undefined}>
            <i aria-hidden="true" />
            <Link to={paths.betHistory({ product: 'sports', bet: bet.id })}>
              <b>
                <NameOf bet={bet} />
              </b>
              <small className="dim">
                <HowItStands bet={bet} />
              </small>
            </Link>
            <p className="num dim">{t.rich('card.upTo', { b: () => <b>{money(possibleNow(bet))}</b> })}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function NameOf({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets')
  const [leg] = bet.legs
  if (bet.kind !== 'single' || !leg) return <BetKind bet={bet} />
  return <bdi>{t('match', { home: leg.event.home, away: leg.event.away })}</bdi>
}

/** The score of the one match that is played, else how many have won, else when the next begins. */
function HowItStands({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets.standing')
  const { money } = useFormat()
  const standing = betStanding(bet)
  const waiting = bet.legs.filter((leg) => legState(leg) === 'undecided')
  const [home, away] = (bet.legs.length === 1 && bet.legs[0]?.event.score?.ft) || []
  const count = bet.legs.length
  const won = wonLegs(bet)
  if (standing === 'live')
    return (
      <>
        <span className="own-live">{t('live')}</span>
        {home !== undefined && away !== undefined && ` ${scoreText(home, away)}`}
        {count > 1 && won > 0 && ` · ${t('some', { won, count })}`}
      </>
    )
  if (standing !== 'open') return t(standing, { amount: money(bet.returned) })
  if (won > 0 && count > 1) return t('some', { won, count })
  const next = waiting.map(({ event }) => event.starts_at).toSorted()[0]
  return next ? <LocalTime at={next} withTime /> : t('open')
}
