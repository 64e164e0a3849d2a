import { paths } from '@croupier/contract/paths'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useTranslations } from 'use-intl'
import { LocalTime } from '../i18n/local-time.tsx'
import { useShell } from '../shell.ts'
import { Icon } from '../ui/icon.tsx'
import { Hints } from './hints.tsx'

/** What stands between the frame and the page: an exclusion first, then hints. */
export function FrameNotes() {
  const { account } = useShell()
  const isPayoutOnly = account?.is_payout_only === true
  return (
    <>
      {isPayoutOnly && <PayoutNote />}
      {!account && <ExcludedNote />}
      {account && !isPayoutOnly && <Hints />}
    </>
  )
}

/** An excluded player came to take the balance out. */
function PayoutNote() {
  const t = useTranslations('control.payout')
  const { session } = useShell()
  const { ends_at: until, is_break: isBreak } = session?.limits?.exclusion ?? {}
  const date = () => until && <LocalTime at={until} withTime />
  return (
    <aside className="notice notice-info frame-note" aria-label={isBreak ? t('breakLabel') : t('label')}>
      <Icon name={isBreak ? 'coffee' : 'door-closed'} />
      <div>
        {!until && t('forGood')}
        {until && (isBreak ? t.rich('onBreak', { date }) : t.rich('until', { date }))}
        <p className="row">
          <Link className="link" to={paths.withdraw()}>
            {t('withdraw')}
          </Link>
          <Link className="link" to={paths.support()}>
            {t('help')}
          </Link>
        </p>
      </div>
    </aside>
  )
}

const dateOf = (text: string | null) => (text && !Number.isNaN(Date.parse(text)) ? text : null)

/** The first page after an exclusion: every session has ended, this one too. */
function ExcludedNote() {
  const t = useTranslations('control.excluded')
  const { search } = useLocation()
  // A stored page knows that there is a note, but not the date: its line is kept free until the browser fills it.
  const [isHere, setHere] = useState(false)
  useEffect(() => setHere(true), [])
  const query = new URLSearchParams(search)
  if (!query.has('excluded')) return null
  const until = isHere ? query.get('until') : null
  const date = dateOf(until)
  // The page stays what it is behind the popup of the way in.
  const way = new URLSearchParams({ excluded: '1', ...(until && { until }), show_popup_auth: '1' })
  return (
    <aside className="excluded-note frame-note" aria-label={t('label')}>
      <Icon name="door-closed" size={22} />
      <div>
        <h2 className="h3">{t('title')}</h2>
        <p>
          {!isHere && '\u00a0'}
          {date && t.rich('until', { date: () => <LocalTime at={date} withTime /> })}
          {isHere && !date && (until === 'never' ? t('forGood') : t('noDate'))}
        </p>
        <p>{t('text')}</p>
        <p className="row">
          <Link className="link" to={paths.support()}>
            {t('help')}
          </Link>
          <Link className="link" to={`${paths.home()}?${way}`}>
            {t('withdraw')}
          </Link>
        </p>
      </div>
    </aside>
  )
}
