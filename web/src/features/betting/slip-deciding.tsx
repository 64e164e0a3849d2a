import { toWire } from '@croupier/contract/money'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { type BetTry, underwayOf } from './place-rules.ts'
import { SlipSums } from './slip-sum-lines.tsx'
import type { SlipView } from './slip-view.ts'

const tickMs = 250

/** The time of this browser, while something is counted down. */
function useNow(isOn: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}

/** Where the stake stood, while a bet is on its way: what is waited for, how long, and where the money is. */
export function SlipDeciding({ view }: { view: SlipView }) {
  const t = useTranslations('placing.deciding')
  const format = useFormat()
  const { stake, currency } = view
  const tries = underwayOf(view.tries)
  const amount = stake.total === null ? '' : format.money(toWire(stake.total, currency))
  return (
    <div className="slip-pay">
      <Panel tries={tries} amount={amount} />
      <SlipSums view={view} />
      <Button kind="primary" size="xl" full busy>
        {t('button', { amount })}
      </Button>
    </div>
  )
}

function Panel({ tries, amount }: { tries: readonly BetTry[]; amount: string }) {
  const t = useTranslations('placing.deciding')
  const pending = tries.filter(({ state }) => state === 'pending')
  const isPending = tries.length > 0 && pending.length === tries.length
  const now = useNow(isPending)
  const last = pending.toSorted((one, other) => other.endsAt - one.endsAt)[0]
  if (!isPending || !last) {
    const isAsking = tries.some(({ state }) => state === 'asking')
    return (
      <div className="slip-deciding">
        <b>{isAsking ? t('asking') : t('sending')}</b>
        <p>{isAsking ? t('askingText') : t('sendingText')}</p>
      </div>
    )
  }
  const leftMs = Math.max(0, last.endsAt - now)
  return (
    <div className="slip-deciding">
      <b>
        {t('title')}
        <span className="num">{t('seconds', { seconds: Math.ceil(leftMs / 1_000) })}</span>
      </b>
      <Progress value={last.waitMs > 0 ? 1 - leftMs / last.waitMs : 1} label={t('edge')} tone="time" />
      <p>{leftMs > 0 ? t('held', { amount }) : t('now')}</p>
    </div>
  )
}
