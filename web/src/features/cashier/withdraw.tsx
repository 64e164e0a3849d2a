import type { Transaction } from '@croupier/contract/methods/cashier'
import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { refreshActivity } from '../../session/activity.ts'
import { useTopic } from '../../session/stream-topics.ts'
import { useShell } from '../../shell.ts'
import { Notice } from '../../ui/notice.tsx'
import { askCashoutCups } from '../cups/cups.tsx'
import type { Route } from './+types/withdraw'
import { entriesPerPage, openPayouts } from './entry-rules.ts'
import { OpenPayouts } from './history-open.tsx'
import { WithdrawBalance } from './withdraw-balance.tsx'
import { WithdrawDone } from './withdraw-done.tsx'
import { WithdrawForm } from './withdraw-form.tsx'
import { WithdrawNeeds } from './withdraw-needs.tsx'
import { WithdrawPeriods } from './withdraw-periods.tsx'
import { type Blocked, needOf } from './withdraw-rules.ts'
import type { Refused } from './withdraw-send.ts'
import { useTrouble } from './withdraw-trouble.ts'

export const handle = { title: 'cashier.withdraw.title', isIndexed: false }

export async function loader({ context }: Route.LoaderArgs) {
  const call = serverCall(context)
  const [settings, open, cups] = await Promise.all([
    call('cashier.getwithdrawsettings', {}),
    call('cashier.gethistory', { type: 'withdrawal', statuses: openPayouts, count: entriesPerPage }),
    askCashoutCups(call, context.get(bootContext).report),
  ])
  return { settings, open: open.items, cups }
}

export default function Withdraw({ loaderData: { settings, open, cups } }: Route.ComponentProps) {
  const { account } = useShell()
  const { revalidate } = useRevalidator()
  const [done, setDone] = useState<Transaction | null>(null)
  // What was refused a moment ago counts until the house has looked again.
  const [refused, setRefused] = useState<{ by: Blocked; at: typeof settings } | null>(null)
  const stopped = refused?.at === settings ? refused.by : null
  const needs = useRef<HTMLElement>(null)
  useTopic('cashier', () => void revalidate())
  // What a payout would end changes with it.
  useTopic('bonuses', () => void revalidate())

  useEffect(() => {
    if (stopped) needs.current?.focus()
  }, [stopped])

  const finish = (entry: Transaction) => {
    setDone(entry)
    revalidate()
    if (account) refreshActivity(account.uid)
  }
  const place = ({ type, reason, data = {} }: Refused): boolean => {
    if (!needOf({ type })) return false
    setRefused({ by: { type, reason, data }, at: settings })
    return true
  }
  const blocked = settings.blocked_by ?? stopped
  const need = blocked && needOf(blocked)
  return (
    <>
      <WithdrawBalance available={settings.available} held={settings.held} />
      {need && blocked && <WithdrawNeeds ref={needs} need={need} data={blocked.data} />}
      {blocked && !need && <BlockedNotice blocked={blocked} />}
      <OpenPayouts entries={open.filter(({ id }) => id !== done?.id)} />
      {done && <WithdrawDone asked={done} onAgain={() => setDone(null)} />}
      {!done && (
        // Hidden, not gone: what was typed is still there when the way is free.
        <div hidden={settings.blocked_by !== null}>
          <WithdrawForm settings={settings} cups={cups} onDone={finish} onRefused={place} />
        </div>
      )}
      <WithdrawPeriods periods={settings.periods} />
    </>
  )
}

function BlockedNotice({ blocked: { type, reason, data } }: { blocked: Blocked }) {
  const trouble = useTrouble()({ failure: { kind: 'refused', type, reason }, type, reason, data })
  const text = trouble.form ?? trouble.amount ?? trouble.details?.text ?? trouble.methods
  return <Notice kind="warning">{text}</Notice>
}
