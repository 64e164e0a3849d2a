import { paths } from '@croupier/contract/paths'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { forget } from '../../session/browser-storage.ts'
import { useShell } from '../../shell.ts'
import { useRouteWord } from '../../site/page-handle.ts'
import { SystemCard, SystemPage } from '../../site/system-page.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { backUrlNote } from '../auth/auth.tsx'
import type { Route } from './+types/outcome-page'
import { minorOfWire, wire } from './amount-rules.ts'
import { useEntryReason } from './deposit-problem.tsx'
import { useMethodWords } from './method-words.ts'
import { OutcomeAction } from './outcome-action.tsx'
import { type Entry, loadOutcome, type OutcomeData } from './outcome-data.ts'
import { useEntry } from './outcome-live.ts'
import { OutcomeOffer } from './outcome-offer.tsx'
import { routeBack, type View, viewOf } from './outcome-rules.ts'

const claims = ['paySuccess', 'payFail', 'payCancel', 'payPending', 'payMobile', 'payNewWindow'] as const
type Claim = (typeof claims)[number]

export const handle = { title: 'cashier.outcome.title', isIndexed: false }

export const loader = (asked: Route.LoaderArgs) => loadOutcome(asked)

const icons: Record<View, IconName> = {
  pending: 'hourglass',
  success: 'circle-check',
  fail: 'circle-alert',
  cancel: 'ban',
  refunded: 'undo-2',
}

/**
 * The address says what the provider claims, and the id of its route names it. Without a number nothing else is known;
 * with one the stored truth is shown.
 */
export default function OutcomePage({ loaderData: data }: Route.ComponentProps) {
  const word = useRouteWord()
  const claim = claims.find((each) => each === word)
  if (!claim) throw new Error(`no payment ends at ${word}`)
  if (data.asked === null) return <SystemPage kind={claim} />
  if (!data.entry) return <UnknownPayment number={data.asked} />
  return <Outcome key={data.entry.id} claim={claim} data={data} entry={data.entry} />
}

function Outcome({ claim, data, entry: loaded }: { claim: Claim; data: OutcomeData; entry: Entry }) {
  const entry = useEntry(loaded)
  const view = viewOf(entry.status)
  const words = useOutcomeWords(claim, entry, view)
  const [first] = useState(view)
  useEffect(() => {
    // The payment has its own way back; the next one begins without.
    if (view === 'success') forget(backUrlNote, 'sessionStorage')
  }, [view])
  return (
    <>
      <p className="sr" role="status">
        {view !== first && words.title}
      </p>
      <SystemCard icon={icons[view]} isBusy={view === 'pending' && !entry.action} title={words.title} text={words.text}>
        <Facts entry={entry} view={view} balance={view === 'success' ? data.balance : null} />
        {view === 'success' && entry.offer && <OutcomeOffer entry={entry} offer={entry.offer} />}
        {view === 'pending' && <OutcomeAction entry={entry} />}
        <WayOn entry={entry} view={view} back={data.back} />
      </SystemCard>
      {view === 'success' && data.isFirst && <SecondFactorLine />}
    </>
  )
}

function useOutcomeWords(claim: Claim, { action, reason }: Entry, view: View) {
  const t = useTranslations('cashier.outcome')
  const system = useTranslations('system')
  const reasonText = useEntryReason()
  const why = reasonText(reason)
  if (view === 'success') return { title: system('paySuccess.header'), text: t('success.text') }
  if (view === 'fail') return { title: system('payFail.header'), text: `${why} ${t('fail.text')}`.trim() }
  if (view === 'cancel') return { title: system('payCancel.header'), text: system('payCancel.description') }
  if (view === 'refunded') return { title: t('refunded.title'), text: `${why} ${t('refunded.text')}`.trim() }
  if (claim === 'payMobile' && action?.kind === 'mobile')
    return { title: system('payMobile.header'), text: system('payMobile.description') }
  if (claim === 'payNewWindow' && action?.kind === 'new_window')
    return { title: system('payNewWindow.header'), text: t('newWindow.text') }
  if (action) return { title: t('unfinished.title'), text: t('unfinished.text') }
  return { title: system('payPending.header'), text: system('payPending.description') }
}

function Facts({ entry, view, balance }: { entry: Entry; view: View; balance: OutcomeData['balance'] }) {
  const t = useTranslations('cashier.outcome')
  const format = useFormat()
  const words = useMethodWords()
  const { amount, fee, kind, id } = entry
  const inWallet = wire(minorOfWire(amount) - minorOfWire(fee), amount.currency)
  return (
    <dl className="facts outcome-facts">
      <div>
        <dt>{t('amount')}</dt>
        <dd className="num">{format.money(amount)}</dd>
      </div>
      {view === 'success' && minorOfWire(fee) > 0n && (
        <div>
          <dt>{t('inWallet')}</dt>
          <dd className="num">{format.money(inWallet)}</dd>
        </div>
      )}
      <div>
        <dt>{t('method')}</dt>
        <dd>{words.name({ kind })}</dd>
      </div>
      <div>
        <dt>{t('number')}</dt>
        <dd className="num">#{id}</dd>
      </div>
      {balance && (
        <div>
          <dt>{t('balance')}</dt>
          <dd className="num">{format.money(balance)}</dd>
        </div>
      )}
    </dl>
  )
}

/** The way on, with its peer beside it: one more try keeps the method and the amount. */
function WayOn({ entry, view, back }: { entry: Entry; view: View; back: string | null }) {
  const t = useTranslations('cashier.outcome')
  const system = useTranslations('system')
  const [whole = ''] = entry.amount.amount.split('.')
  const again = `${paths.deposit(entry.method)}?amount=${encodeURIComponent(whole)}`
  const receipt = paths.receipt(entry.id)
  if (view === 'success')
    return (
      <div className="outcome-ways">
        {back ? (
          <WayBack back={back} />
        ) : (
          <ButtonLink kind="primary" size="l" to={paths.gamehall()}>
            {system('paySuccess.button')}
          </ButtonLink>
        )}
        <ButtonLink size="l" to={receipt}>
          {t('receipt')}
        </ButtonLink>
      </div>
    )
  if (view === 'pending')
    return (
      <Link className="link" to={paths.cashierHistory()}>
        {system('payPending.button')}
      </Link>
    )
  return (
    <div className="outcome-ways">
      {view !== 'refunded' && (
        <ButtonLink kind="primary" size="l" to={again}>
          {t('again')}
        </ButtonLink>
      )}
      <ButtonLink size="l" to={view === 'refunded' ? receipt : paths.deposit()}>
        {view === 'refunded' ? t('receipt') : t('otherWay')}
      </ButtonLink>
    </div>
  )
}

/** To where the player was before paying. */
function WayBack({ back }: { back: string }) {
  const t = useTranslations('cashier.outcome')
  const route = routeBack(back, useShell())
  return route ? (
    <ButtonLink kind="primary" size="l" to={route}>
      {t('back')}
    </ButtonLink>
  ) : (
    <a className="btn btn-l btn-primary" href={back}>
      {t('back')}
    </a>
  )
}

/** Quiet, once, and only where it is off: the account now holds money. */
function SecondFactorLine() {
  const t = useTranslations('cashier.outcome.secondFactor')
  return (
    <p className="outcome-hint muted">
      {t('text')}{' '}
      <Link className="link" to={paths.security()}>
        {t('link')}
      </Link>
    </p>
  )
}

function UnknownPayment({ number }: { number: string }) {
  const t = useTranslations('cashier.outcome.unknown')
  return (
    <SystemCard icon="search" title={t('title')} text={t('text')}>
      <p className="system-path num" dir="ltr">
        #{number}
      </p>
      <ButtonLink kind="primary" size="l" to={paths.cashierHistory()}>
        {t('go')}
      </ButtonLink>
    </SystemCard>
  )
}
