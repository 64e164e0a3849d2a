import type { WireBet } from '@croupier/contract/methods/bets'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { CashOutNow } from './cash-out-keeper.ts'
import { useCashOut } from './cash-out-store.ts'
import { CashOutWords } from './cash-out-words.tsx'
import { AutoCashOut } from './my-bet-auto.tsx'
import { CashAll, CashPart } from './my-bet-cash-ways.tsx'
import { WaitLine } from './my-bet-wait.tsx'
import { useCashAct } from './use-cash-act.ts'

type Way = 'all' | 'part' | 'auto'

/** True while the element is on the screen. */
function useInView() {
  const ref = useRef<HTMLElement>(null)
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver(([entry]) => setInView(entry?.isIntersecting ?? false))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, isInView }
}

/** What the bet can be ended for now, and how: all of it, a part, or by itself at a value. */
export function CashOut({ bet }: { bet: WireBet }) {
  const t = useTranslations('my-bets.cash')
  const { ref, isInView } = useInView()
  const isPending = bet.cash_out?.state === 'pending'
  const now = useCashOut(bet.id, isInView && !isPending)
  return (
    <section ref={ref} className="my-box my-cash" aria-label={t('title', { number: bet.number })}>
      {bet.cash_out?.state === 'pending' ? (
        <Pending cashOut={bet.cash_out} />
      ) : isInView || now.kind !== 'asking' ? (
        <Offer bet={bet} now={now} />
      ) : (
        // It is not asked for yet, and never without a script.
        <div className="my-cash-row" />
      )}
    </section>
  )
}

/** A live leg: it waits as a bet does. */
function Pending({ cashOut }: { cashOut: NonNullable<WireBet['cash_out']> }) {
  const t = useTranslations('my-bets.cash')
  const format = useFormat()
  const [since] = useState(() => new Date().toISOString())
  return (
    <WaitLine from={since} until={cashOut.decide_at}>
      {cashOut.is_edit ? t('pendingEdit') : t('pending', { amount: format.money(cashOut.value) })}
    </WaitLine>
  )
}

function Offer({ bet, now }: { bet: WireBet; now: CashOutNow }) {
  const t = useTranslations('my-bets.cash')
  const [way, setWay] = useState<Way | null>(null)
  const act = useCashAct(bet)
  const hasPart = now.kind === 'value' ? now.item.most_part !== null : way === 'part'
  const ways: readonly Way[] = hasPart ? ['all', 'part', 'auto'] : ['all', 'auto']
  return (
    <>
      <LastRefusal bet={bet} />
      {act.problem && <Notice kind="warning">{act.problem}</Notice>}
      {way === null ? (
        <Closed bet={bet} now={now} onOpen={() => setWay('all')} />
      ) : (
        <>
          <Segmented
            label={t('howMuch')}
            value={way}
            onChange={setWay}
            options={ways.map((value) => ({ value, title: t(`ways.${value}`) }))}
          />
          {way === 'auto' && <AutoCashOut bet={bet} now={now} />}
          {way === 'all' && <CashAll bet={bet} now={now} act={act} />}
          {way === 'part' && <CashPart bet={bet} now={now} act={act} />}
          <Button kind="ghost" size="s" onClick={() => setWay(null)}>
            {t('cancel')}
          </Button>
        </>
      )}
    </>
  )
}

function LastRefusal({ bet: { cash_out: last } }: { bet: WireBet }) {
  const t = useTranslations('my-bets.cash')
  const words = useTranslations('my-bets')
  if (last?.state !== 'refused') return null
  const cause = last.reason ?? ''
  const isCause = cause !== '' && words.has(`cash.causes.${cause}`)
  const isRefused = cause !== '' && words.has(`refused.${cause}`)
  const reason = isCause ? words(`cash.causes.${cause}`) : isRefused ? words(`refused.${cause}`) : t('changed')
  return <Notice>{last.is_edit ? t('refusedEdit', { reason }) : t('refused', { reason })}</Notice>
}

/** One line: the value, whose share it is, and the button that opens the rest. */
function Closed({ bet, now, onOpen }: { bet: WireBet; now: CashOutNow; onOpen: () => void }) {
  const t = useTranslations('my-bets')
  const format = useFormat()
  const isValue = now.kind === 'value'
  return (
    <div className="my-cash-row">
      {now.kind === 'none' && <Icon name="pause" />}
      <div className="my-cash-words">
        <CashOutWords now={now} />
        {bet.auto_cash_out && (
          <Tag tone="info" icon="clock">
            {t('auto.at', { amount: format.money(bet.auto_cash_out) })}
          </Tag>
        )}
      </div>
      {(isValue || bet.auto_cash_out) && (
        <Button onClick={onOpen}>
          {isValue ? t('cash.button', { amount: format.money(now.value) }) : t('cash.plain')}
        </Button>
      )}
    </div>
  )
}
