import type { WireBet } from '@croupier/contract/methods/bets'
import { useTranslations } from 'use-intl'
import { isGain, useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { cx } from '../../ui/cx.ts'
import { backOf, isRunning, legState, minorOf, netOfBet, possibleNow, withMinor } from './my-bet-rules.ts'
import { shareOf, totalText } from './slip-sums.ts'

type Props = { bet: WireBet; write: (price: number) => string }

/** What was staked, at which price, and what it may return or has returned. */
export function MyBetSums({ bet, write }: Props) {
  const t = useTranslations('my-bets.sums')
  return (
    <dl className="my-sums">
      <div>
        <dt>{t('stake')}</dt>
        <dd>
          <Staked bet={bet} />
        </dd>
      </div>
      <Middle bet={bet} write={write} />
      {bet.state !== 'refused' && (isRunning(bet) ? <MayReturn bet={bet} /> : <HasReturned bet={bet} />)}
    </dl>
  )
}

/** In a system each of its bets has its share; after a cash-out of a part the rest is told. */
function Staked({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets')
  const format = useFormat()
  const { stake, combinations } = bet
  const { minor, isExact } = shareOf(minorOf(stake), combinations)
  const isCut = isRunning(bet) && minorOf(bet.stake_open) < minorOf(stake)
  return (
    <>
      <span className="num">{format.money(stake)}</span>
      {bet.kind === 'system' && isExact && (
        <small className="num">
          {t('system.each', { amount: format.money(withMinor(stake, minor)), count: combinations })}
        </small>
      )}
      {isCut && <small className="num">{t('sums.running', { amount: format.money(bet.stake_open) })}</small>}
    </>
  )
}

/** The total price of several picks; of a single, whose price stands beside it, when it was placed. */
function Middle({ bet, write }: Props) {
  const t = useTranslations('my-bets.sums')
  const format = useFormat()
  // What is void is bought at one.
  const prices = bet.legs.filter((leg) => legState(leg) !== 'void').map((leg) => leg.price ?? leg.price_asked)
  if (!isRunning(bet) && bet.state !== 'refused') {
    const net = netOfBet(bet)
    return (
      <div>
        <dt>{t('net')}</dt>
        <dd className={cx('num', isGain(net.amount) && 'is-gain')}>{format.signedMoney(net)}</dd>
      </div>
    )
  }
  if (bet.kind === 'multiple')
    return (
      <div>
        <dt>{t('price')}</dt>
        <dd className="num">{prices.length === 1 ? write(prices[0] ?? 0) : totalText(prices)}</dd>
      </div>
    )
  return (
    <div>
      <dt>{t('placed')}</dt>
      <dd className="num">
        <LocalTime at={bet.asked_at} withTime />
      </dd>
    </div>
  )
}

function MayReturn({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets.sums')
  const format = useFormat()
  const possible = possibleNow(bet)
  const isBoosted = bet.boost_percent > 0 && possible.amount === bet.possible.amount
  return (
    <div className="my-sums-last">
      <dt>{bet.kind === 'system' ? t('upTo') : t('returns')}</dt>
      <dd>
        <span className="num">{format.money(possible)}</span>
        {isBoosted && <small>{t('boost', { percent: bet.boost_percent })}</small>}
      </dd>
    </div>
  )
}

function HasReturned({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets.sums')
  const format = useFormat()
  return (
    <div className="my-sums-last">
      <dt>{t('returned')}</dt>
      <dd>
        <span className="num">{format.money(backOf(bet))}</span>
        {isGain(bet.boost.amount) && <small>{t('boosted', { amount: format.money(bet.boost) })}</small>}
      </dd>
    </div>
  )
}
