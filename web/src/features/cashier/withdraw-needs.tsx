import { paths } from '@croupier/contract/paths'
import { type Ref, useId } from 'react'
import { Link, useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { useShell } from '../../shell.ts'
import { Icon } from '../../ui/icon.tsx'
import type { IconName } from '../../ui/icon-names.ts'
import { openConfirmContact, openFillProfile } from '../account/account.tsx'
import { openVerification } from '../verification/verification.tsx'
import { type Blocked, checklistOf, type Need, type NeedState, textIn, wordsIn } from './withdraw-rules.ts'

type Props = { need: Need; data: Blocked['data']; ref?: Ref<HTMLElement> }

const icons: Record<NeedState, IconName> = { done: 'circle-check', now: 'arrow-right', later: 'clock' }

/** What stands between a player and the payout: a list with one thing to do, and the way to it. */
export function WithdrawNeeds({ need: now, data, ref }: Props) {
  const t = useTranslations('cashier.withdraw.needs')
  const title = useId()
  const { account } = useShell()
  if (!account) return null
  return (
    <section ref={ref} className="card needs" aria-labelledby={title} tabIndex={-1}>
      <header>
        <h2 id={title}>{t('title')}</h2>
        <p className="muted">{t('text')}</p>
      </header>
      <ol>
        {checklistOf(now, account).map(({ need, state }) => (
          <li key={need} data-state={state}>
            <Icon name={icons[state]} size={20} />
            <div>
              <b>{t(`${need}.title`)}</b>
              {state !== 'now' && <span className="sr">, {state === 'done' ? t('done') : t('later')}</span>}
              {state === 'now' && (
                <>
                  <p className="muted">{t(`${need}.text`)}</p>
                  <NeedLink need={need} data={data} />
                </>
              )}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** One way on for each. Dialogs keep the page, and what was typed in it. */
function NeedLink({ need, data }: { need: Need; data: Blocked['data'] }) {
  const t = useTranslations('cashier.withdraw.needs')
  const { revalidate } = useRevalidator()
  const { account } = useShell()
  const ask = async (work: Promise<boolean>) => {
    await work
    revalidate()
  }
  const word = t(`${need}.link`)
  if (need === 'contact')
    return (
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        onClick={() => ask(openConfirmContact({ contact: textIn(data, 'contact') ?? undefined }))}
      >
        {word}
      </button>
    )
  if (need === 'details') {
    const fields = wordsIn(data, 'fields')
    return (
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        onClick={() => ask(openFillProfile({ fields: fields.length > 0 ? fields : undefined }))}
      >
        {word}
      </button>
    )
  }
  if (need === 'source')
    return (
      <button
        type="button"
        className="link"
        aria-haspopup="dialog"
        onClick={() => openVerification(textIn(data, 'action_id') ?? undefined)}
      >
        {word}
      </button>
    )
  // No excluded player is led to where money is paid in.
  const isClosed = need === 'deposit' && account?.is_payout_only
  const to = isClosed ? paths.support() : need === 'deposit' ? paths.deposit() : paths.verification()
  return (
    <Link className="link" to={to}>
      {isClosed ? t('support') : word}
    </Link>
  )
}
