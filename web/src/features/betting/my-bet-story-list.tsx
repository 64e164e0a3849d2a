import type { WireBet } from '@croupier/contract/methods/bets'
import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import type { BetStep } from './my-bet-rules.ts'
import { type Happening, storyOf } from './my-bet-story.ts'
import { useRefusedWords } from './my-bet-words.ts'
import { totalText } from './slip-sums.ts'

type Props = { bet: WireBet; steps: readonly BetStep[]; write: (price: number) => string }

const isGood = (each: Happening) =>
  (each.kind === 'settled' && each.how === 'returned') || (each.kind === 'cashed' && each.into === null)

/** Every step of the money of a bet, with when and why. */
export function MyBetStory({ bet, steps, write }: Props) {
  const t = useTranslations('my-bets.story')
  const story = storyOf(bet, steps)
  return (
    <section className="my-box" aria-label={t('title')}>
      <h3>{t('title')}</h3>
      <ol className="my-story">
        {story.map((each, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place
          <li key={at} className={isGood(each) ? 'is-good' : undefined}>
            <span>
              <Told bet={bet} each={each} write={write} />
            </span>
            <span className="num">
              <LocalTime at={each.at} withTime />
            </span>
          </li>
        ))}
      </ol>
      {bet.edited_from !== null && <OtherBet id={bet.edited_from}>{t('from', { id: bet.edited_from })}</OtherBet>}
      {bet.edited_into !== null && <OtherBet id={bet.edited_into}>{t('into')}</OtherBet>}
    </section>
  )
}

const OtherBet = ({ id, children }: { id: string; children: ReactNode }) => (
  <Link className="link" to={paths.betHistory({ product: 'sports', bet: id })}>
    {children}
  </Link>
)

const bold = (chunks: ReactNode) => <b className="num">{chunks}</b>

function Told({ bet, each, write }: { bet: WireBet; each: Happening; write: (price: number) => string }) {
  const t = useTranslations('my-bets.story')
  const format = useFormat()
  const refused = useRefusedWords()
  switch (each.kind) {
    case 'held': {
      const key = each.waits ? 'heldLive' : 'held'
      return t.rich(`told.${key}`, { amount: format.money(each.amount), b: bold })
    }
    case 'accepted':
      return <Accepted bet={bet} write={write} />
    case 'refused':
      return (
        <>
          {t.rich('told.refused', { amount: format.money(each.amount), reason: refused(each.reason), b: bold })}
          {each.words && <small>{each.words}</small>}
        </>
      )
    case 'reopened':
      return (
        <>
          {t('told.reopened')}
          {each.reason && <small>{each.reason}</small>}
        </>
      )
    case 'cashed': {
      const whole = each.isAuto ? 'cashedAuto' : 'cashed'
      const key = each.into !== null ? 'edited' : each.isAll ? whole : 'cashedPart'
      return t.rich(`told.${key}`, { amount: format.money(each.paid), part: format.money(each.part), b: bold })
    }
    case 'settled':
      return <Settled each={each} />
    case 'corrected':
      return <Corrected each={each} />
  }
}

/** What was asked for stands beside the price where it was another. */
function Accepted({ bet, write }: { bet: WireBet; write: (price: number) => string }) {
  const t = useTranslations('my-bets.story')
  if (bet.kind === 'system') return t('told.acceptedPlain')
  const textOf = (prices: readonly number[]) => (prices.length === 1 ? write(prices[0] ?? 0) : totalText(prices))
  const price = textOf(bet.legs.map((leg) => leg.price ?? leg.price_asked))
  const asked = textOf(bet.legs.map((leg) => leg.price_asked))
  const key = price === asked ? 'accepted' : 'acceptedAsked'
  return t.rich(`told.${key}`, { price, asked, b: bold })
}

function Settled({ each }: { each: Extract<Happening, { kind: 'settled' }> }) {
  const t = useTranslations('my-bets.story')
  const format = useFormat()
  const key = { returned: 'settled', void: 'settledVoid', lost: 'settledLost' }[each.how]
  return (
    <>
      {t.rich(`told.${key}`, { amount: format.money(each.paid), b: bold })}
      {each.reason && <small>{each.reason}</small>}
    </>
  )
}

function Corrected({ each }: { each: Extract<Happening, { kind: 'corrected' }> }) {
  const t = useTranslations('my-bets.story')
  const format = useFormat()
  return (
    <>
      {t.rich('told.corrected', { before: format.money(each.before), after: format.money(each.after), b: bold })}
      <small>{each.reason || t('byResult')}</small>
      {each.shortfall && <small>{t('shortfall', { amount: format.money(each.shortfall) })}</small>}
    </>
  )
}
