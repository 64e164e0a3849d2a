import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../i18n/format.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Empty } from '../../ui/empty.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { openConfirmContact, openFillProfile } from '../account/account.tsx'
import { minorOfWire, round } from './amount-rules.ts'
import type { Barrier } from './deposit-rules.ts'

const icons: Record<Barrier['kind'], IconName> = {
  excluded: 'coffee',
  limit: 'gauge',
  profile: 'user',
  contact: 'mail',
  identity: 'badge-check',
  banned: 'ban',
  other: 'lock',
}

/** What stands in the way of any deposit, and the one way on. */
export function DepositBarrier({ barrier }: { barrier: Barrier }) {
  const { title, text, action } = useBarrier(barrier)
  return (
    <Card>
      <Empty icon={icons[barrier.kind]} title={title} text={text} action={action} />
    </Card>
  )
}

/** The same words are used in a form that learned of it only when it was sent. */
export function useBarrier(barrier: Barrier): { title: string; text: ReactNode; action: ReactNode } {
  const t = useTranslations('cashier.barriers')
  const format = useFormat()
  const { revalidate } = useRevalidator()
  const { kind } = barrier
  const { features } = useShell()
  const link = (to: string) => <ButtonLink to={to}>{t(`${kind}.go`)}</ButtonLink>
  const toControl = features.responsibleGaming ? link(paths.responsibleGame()) : null
  const after = (answer: Promise<boolean>) => answer.then((isDone) => (isDone ? revalidate() : undefined))
  const act = (open: () => Promise<boolean>) => (
    <Button kind="ivory" onClick={() => void after(open())} aria-haspopup="dialog">
      {t(`${kind}.go`)}
    </Button>
  )
  const title = t(`${kind}.title`)
  const text = t(`${kind}.text`)
  switch (barrier.kind) {
    case 'excluded':
      return {
        title,
        text: (
          <>
            {text} {barrier.until && t.rich('excluded.until', { date: () => <LocalTime at={barrier.until ?? ''} /> })}
          </>
        ),
        action: toControl,
      }
    case 'limit':
      return {
        title: barrier.left && minorOfWire(barrier.left) > 0n ? t('limit.over') : title,
        text: (
          <>
            {barrier.limit && barrier.left && barrier.period !== null
              ? t('limit.figures', {
                  left: format.money(round(barrier.left)),
                  limit: format.money(round(barrier.limit)),
                  days: barrier.period,
                })
              : text}{' '}
            {barrier.opensAt &&
              t.rich('limit.opens', { date: () => <LocalTime at={barrier.opensAt ?? ''} withTime /> })}
          </>
        ),
        action: toControl,
      }
    case 'profile':
      return { title, text, action: act(() => openFillProfile({ fields: barrier.fields })) }
    case 'contact':
      return { title, text, action: act(() => openConfirmContact(barrier.contact ? { contact: barrier.contact } : {})) }
    case 'identity':
      return { title, text, action: link(paths.verification()) }
    default:
      return { title, text, action: link(paths.support()) }
  }
}
