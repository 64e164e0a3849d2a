import './booking.css'
import { paths } from '@croupier/contract/paths'
import { Refusal } from '@croupier/contract/refusals'
import { useEffect, useRef } from 'react'
import { data, Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { bootContext } from '../../boot.ts'
import { useFormat } from '../../i18n/format.ts'
import { PageHead } from '../../site/page-head.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Empty } from '../../ui/empty.tsx'
import { Notice } from '../../ui/notice.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Route } from './+types/code'
import { type BookedPick, fateOf, slipPicksOf } from './booking-rules.ts'
import { KickOff } from './kick-off.tsx'
import { useMarketWords } from './market-words.ts'
import { useOddsFormat } from './odds-format.tsx'
import { slipKeeper, useSlip } from './slip-store.ts'

export const handle = { title: 'booking.title', isIndexed: false }

export async function loader({ context, params }: Route.LoaderArgs) {
  const booking = await askBooking(context, params.code)
  return booking ?? data(null, { status: 404, statusText: 'Page not found' })
}

async function askBooking(context: Route.LoaderArgs['context'], code: string) {
  try {
    return await context.get(bootContext).call('bets.getBooking', { code })
  } catch (error) {
    // A code of other letters is none either.
    if (Refusal.is(error) && error.type === 'InvalidParameter') return null
    throw error
  }
}

/** The picks behind a code as they stand now, readable as it is; with the slip of the page they go into it. */
export default function Code({ loaderData: booking }: Route.ComponentProps) {
  const t = useTranslations('booking')
  const format = useFormat()
  if (!booking)
    return (
      <Empty
        icon="ticket"
        title={t('unknown')}
        text={t('unknownText')}
        action={<ButtonLink to={paths.betting()}>{t('toSports')}</ButtonLink>}
      />
    )
  const { code, picks, expires_at: until } = booking
  const count = (fate: ReturnType<typeof fateOf>) => picks.filter((pick) => fateOf(pick) === fate).length
  return (
    <div className="booking">
      <PageHead title={t('title')} text={t('lead')}>
        <p className="dim">
          <bdi>{t('code', { code })}</bdi> · {t('until', { date: format.date(new Date(until)) })}
        </p>
      </PageHead>
      {count('gone') > 0 && <Notice kind="warning">{t('goneCount', { count: count('gone') })}</Notice>}
      {count('moved') > 0 && <Notice>{t('movedCount', { count: count('moved') })}</Notice>}
      <ul className="booked-picks">
        {picks.map((pick) => (
          <BookedRow key={pick.pick} booked={pick} />
        ))}
      </ul>
      <IntoSlip key={code} picks={picks} />
    </div>
  )
}

function BookedRow({ booked }: { booked: BookedPick }) {
  const t = useTranslations('booking')
  const words = useMarketWords(booked.event)
  const write = useOddsFormat()
  const { event, market, outcome, price, price_then: then } = booked
  const fate = fateOf(booked)
  return (
    <li className={cx('card booked-pick', fate === 'gone' && 'is-gone')}>
      <b>
        <bdi>{words.outcome(market, outcome)}</bdi>
      </b>
      <b className="booked-price num">{price === null ? '–' : write(price)}</b>
      <span className="dim">{words.market(market)}</span>
      <span className="dim booked-price">
        {fate === 'moved' && t('moved', { before: write(then) })}
        {fate === 'gone' && t('gone')}
        {fate === 'paused' && t('paused')}
      </span>
      <Link className="link" to={paths.bettingEvent(event)}>
        <bdi>{event.home}</bdi> – <bdi>{event.away}</bdi>
      </Link>
      <span className="dim booked-price">
        <KickOff at={event.starts_at} />
      </span>
    </li>
  )
}

/** An empty slip is filled at once; one that has picks is the visitor's, so it is asked first and can be had back. */
function IntoSlip({ picks }: { picks: readonly BookedPick[] }) {
  const t = useTranslations('booking')
  const slip = useSlip()
  const wanted = slipPicksOf(picks)
  const isIn = wanted.length > 0 && wanted.every(({ pick }) => slip.has(pick))
  const isLookedAt = useRef(false)
  useEffect(() => {
    if (isLookedAt.current) return
    isLookedAt.current = true
    // What is drawn may still be the empty slip of a page that comes to life.
    if (slipKeeper.now().picks.length === 0 && wanted.length > 0) slip.edit({ picks: wanted })
  })
  if (wanted.length === 0) return <Notice>{t('none')}</Notice>
  const put = () => {
    const before = slipKeeper.now().picks
    slip.edit({ picks: wanted })
    if (before.length > 0)
      toast({
        id: 'slip-replaced',
        title: t('replaced'),
        action: { text: t('back'), onClick: () => slip.edit({ picks: before }) },
      })
  }
  return isIn ? (
    <Notice kind="success">{t('isIn', { count: wanted.length })}</Notice>
  ) : (
    <div>
      <Button kind="primary" icon="ticket" onClick={put}>
        {t('put', { count: wanted.length })}
      </Button>
    </div>
  )
}
