import type { WireMoney } from '@croupier/contract/money'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatMoney } from '../i18n/format.ts'
import { between, useShortMoney } from '../i18n/short-money.ts'
import { lastActiveAt } from './last-active.ts'

/** Figures and separators that fit. */
const most = { narrow: 10, wide: 13 }

/** The amount as drawn in the header. It is a picture of the value: its button says the whole of it. */
export function BalanceSum({ value }: { value: WireMoney }) {
  const short = useShortMoney()
  const rolling = { ...value, amount: useRolling(value) }
  return (
    <span className="num" aria-hidden="true" title={formatMoney(value)}>
      <span className="only-narrow">{short(rolling, most.narrow)}</span>
      <span className="only-wide">{short(rolling, most.wide)}</span>
    </span>
  )
}

/** Everything that may be read on the button is part of its name, and so is the whole amount. */
export function useBalanceName(value: WireMoney | undefined): string {
  const t = useTranslations('shell')
  const short = useShortMoney()
  if (!value) return t('balanceUnknown')
  const whole = formatMoney(value)
  const drawn = new Set([short(value, most.narrow), short(value, most.wide)])
  drawn.delete(whole)
  return [t('balance', { amount: whole }), ...drawn].join(', ')
}

const rollMs = 1200
const ease = (share: number) => 1 - (1 - share) ** 4

/** The amount on its way from the last one to the new one, once. Still for visitors who want no motion. */
function useRolling({ amount, currency }: WireMoney): string {
  const [shown, setShown] = useState(amount)
  const last = useRef(amount)
  useEffect(() => {
    const show = (text: string) => {
      last.current = text
      setShown(text)
    }
    const from = last.current
    if (from === amount) return
    if (document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches) return show(amount)
    const start = performance.now()
    let frame = requestAnimationFrame(function roll(now) {
      const text = between(from, amount, currency, ease(Math.min(1, Math.max(0, now - start) / rollMs)))
      show(text ?? amount)
      if (text !== null) frame = requestAnimationFrame(roll)
    })
    return () => cancelAnimationFrame(frame)
  }, [amount, currency])
  return shown
}

const quietMs = 10_000
const ownMs = 60_000

/** Says a new balance to screen readers: after something the player did, and never twice in ten seconds. */
export function BalanceNews({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  const last = useRef(text)
  const saidAt = useRef(0)
  useEffect(() => {
    if (text === last.current) return
    const timer = setTimeout(
      () => {
        const now = Date.now()
        last.current = text
        if (document.hidden || now - lastActiveAt(now) > ownMs) return
        saidAt.current = now
        setSaid(text)
      },
      Math.max(0, saidAt.current + quietMs - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="sr" role="status">
      {said}
    </span>
  )
}
