import type { Output } from '@croupier/contract/contract'
import { localePath } from '@croupier/contract/locales'
import type { WireBet } from '@croupier/contract/methods/bets'
import { paths } from '@croupier/contract/paths'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { readFailure } from '../../forms/failure.ts'
import { reasonIn } from '../../forms/use-attempt.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { mayEdit } from './edit-rules.ts'
import { MyBetEdit } from './my-bet-edit.tsx'
import { isRunning, picksOfBet, rulesOfBet } from './my-bet-rules.ts'

type Booking = Output<'bets.book'>

/** What can be done with a bet besides ending it. Steps and rules are pages, so they are links. */
export function MyBetActs({ bet, hasSteps }: { bet: WireBet; hasSteps: boolean }) {
  const t = useTranslations('my-bets')
  const [isBusy, setBusy] = useState(false)
  const [booking, setBooking] = useState<Booking | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isEditing, setEditing] = useState(false)
  const { account } = useShell()
  const canEdit = mayEdit(bet) && account?.is_payout_only === false
  const [rule] = rulesOfBet(bet)
  const share = async () => {
    setBusy(true)
    setProblem(null)
    try {
      setBooking(await call('bets.book', { picks: picksOfBet(bet).join() }))
    } catch (error) {
      const isGone = reasonIn(readFailure(error)) === 'PICK_UNKNOWN'
      setProblem(isGone ? t('share.PICK_UNKNOWN') : t('share.failed'))
    }
    setBusy(false)
  }
  return (
    <>
      {isEditing && canEdit && <MyBetEdit bet={bet} onClose={() => setEditing(false)} />}
      {booking && <BookingCode booking={booking} />}
      {problem && (
        <div className="my-note">
          <Notice kind="warning">{problem}</Notice>
        </div>
      )}
      <div className="my-acts">
        {canEdit && (
          <Button kind="ghost" icon="pencil" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            {t('acts.edit')}
          </Button>
        )}
        {isRunning(bet) && (
          <Button kind="ghost" icon="copy" busy={isBusy} onClick={share}>
            {t('acts.share')}
          </Button>
        )}
        {hasSteps && (
          <ButtonLink kind="ghost" icon="history" to={paths.betHistory({ product: 'sports', bet: bet.id })}>
            {t('acts.steps')}
          </ButtonLink>
        )}
        {rule && hasSteps && (
          <ButtonLink kind="ghost" icon="file-text" to={paths.bettingSportRules(rule.sport, { v: rule.version })}>
            {t('acts.rule')}
          </ButtonLink>
        )}
      </div>
    </>
  )
}

/** A code that opens the picks elsewhere. */
function BookingCode({ booking: { code, expires_at: expiresAt } }: { booking: Booking }) {
  const t = useTranslations('my-bets.share')
  const { origin, locale, defaultLocale } = useShell()
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(origin + localePath(locale, defaultLocale, paths.bettingCode(code))).then(
      () => setCopied(true),
      () => undefined,
    )
  return (
    <section className="my-box" aria-label={t('title')} aria-live="polite">
      <div className="my-code">
        <Link className="num" to={paths.bettingCode(code)}>
          {code}
        </Link>
        <Button size="s" icon={isCopied ? 'check' : 'copy'} onClick={copy}>
          {isCopied ? t('copied') : t('copy')}
        </Button>
      </div>
      <p className="my-fine">
        {t('text')} {t('until')} <LocalTime at={expiresAt} />.
      </p>
    </section>
  )
}
