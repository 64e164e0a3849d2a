import type { WireCashback } from '@croupier/contract/methods/cashbacks'
import { paths } from '@croupier/contract/paths'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { openPopup } from '../../dialogs/dialogs.ts'
import { DialogActions, DialogBody, DialogTitle, useDialog } from '../../dialogs/parts.tsx'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { daysOf } from './rules.ts'
import { useClaim } from './use-claim.ts'

/** One that waited in line and never came to the screen was not told. */
export function openUnseen(cashback: WireCashback, onGone: (isTold: boolean) => void): void {
  let isShown = false
  const onShown = () => {
    isShown = true
  }
  openPopup({
    name: 'cashback',
    content: <UnseenCashback cashback={cashback} onShown={onShown} />,
    size: 'small',
    onClosed: () => onGone(isShown),
  })
}

function UnseenCashback({ cashback, onShown }: { cashback: WireCashback; onShown: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it comes to the screen.
  useEffect(onShown, [])
  return <DialogBody>{cashback.status === 'active' ? <ToClaim {...cashback} /> : <Paid {...cashback} />}</DialogBody>
}

function ToClaim(cashback: WireCashback) {
  const t = useTranslations('cashback')
  const format = useFormat()
  const { close } = useDialog()
  const { isBusy, problem, claim } = useClaim(cashback)
  const { base, rate, pays, wagering_times, receiving_expired_at } = cashback
  const amount = format.money(cashback.amount)
  return (
    <>
      <DialogTitle>{t('popup.title', { amount })}</DialogTitle>
      <p>
        {t('popup.of', { rate, loss: format.money(base), ...daysOf(cashback) })}{' '}
        {pays === 'main' ? t('asCash') : t('asBonus', { times: wagering_times ?? '' })}
      </p>
      <p className="cashback-big">{amount}</p>
      <p className="cashback-until">
        {receiving_expired_at && (
          <span>{t.rich('until', { date: () => <LocalTime at={receiving_expired_at} withTime /> })}</span>
        )}
        <Link className="link cashback-how" to={paths.profileCashback()} onClick={close}>
          {t('popup.how')}
        </Link>
      </p>
      {problem && <Notice kind="error">{problem}</Notice>}
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('popup.later')}
        </Button>
        <Button size="l" kind="primary" busy={isBusy} onClick={() => void claim().then((isDone) => isDone && close())}>
          {pays === 'main' ? t('claim') : t('claimBonus')}
        </Button>
      </DialogActions>
    </>
  )
}

function Paid(cashback: WireCashback) {
  const t = useTranslations('cashback')
  const format = useFormat()
  const { close } = useDialog()
  const { base, rate, pays, paid_out_at } = cashback
  const amount = format.money(cashback.amount)
  return (
    <>
      <DialogTitle>
        {pays === 'main' ? t('popup.paidTitle', { amount }) : t('popup.bonusTitle', { amount })}
      </DialogTitle>
      <p>
        {t('popup.of', { rate, loss: format.money(base), ...daysOf(cashback) })}{' '}
        {paid_out_at && t.rich('popup.paidAt', { date: () => <LocalTime at={paid_out_at} withTime /> })}
      </p>
      <DialogActions>
        <Button size="l" onClick={close}>
          {t('popup.close')}
        </Button>
        <ButtonLink size="l" to={paths.profileCashback()} onClick={close}>
          {t('popup.seeHow')}
        </ButtonLink>
      </DialogActions>
    </>
  )
}
