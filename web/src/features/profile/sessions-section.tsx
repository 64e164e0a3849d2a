import type { SessionInfo } from '@croupier/contract/methods/account-security'
import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { confirm } from '../../dialogs/dialogs.ts'
import { reasonIn, useAttempt } from '../../forms/use-attempt.ts'
import { LocalTime } from '../../i18n/local-time.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Tag } from '../../ui/tag.tsx'
import { toast } from '../../ui/toast-store.ts'
import { Item, ProfileSection } from './profile-section.tsx'

const isPhone = (device: string) => /iPhone|iPad|Android|phone|mobile/i.test(device)

/** Where the account is open, this device first, and the way to end it there. */
export function SessionsSection({ sessions }: { sessions: readonly SessionInfo[] }) {
  const t = useTranslations('profile.security')
  const { revalidate } = useRevalidator()
  const { isBusy, problem, attempt } = useAttempt()
  const [ending, setEnding] = useState<number | 'others'>()
  const ordered = [...sessions].sort(
    (one, other) => Number(other.is_current) - Number(one.is_current) || other.seen_at.localeCompare(one.seen_at),
  )

  const nameOf = (device: string) => device || t('unknownDevice')
  const end = (which: number | 'others', done: string) => {
    setEnding(which)
    return attempt(
      async () => {
        await call('account.closeSession', which === 'others' ? { others: '1' } : { id: which })
        toast({ kind: 'success', title: done })
        await revalidate()
      },
      (failure) => {
        if (reasonIn(failure) !== 'SESSION_UNKNOWN') return false
        toast({ title: t('alreadyEnded') })
        revalidate()
        return true
      },
    )
  }
  const endOthers = async () => {
    const isSure = await confirm({
      title: t('endOthersAsk'),
      content: t('endOthersText'),
      reject: t('keep'),
      agree: t('endOthers'),
      danger: true,
    })
    if (isSure) end('others', t('endedOthers'))
  }
  return (
    <ProfileSection title={t('sessions')} text={t('sessionsText')}>
      <ul className="items">
        {ordered.map(({ id, device, address, seen_at, is_current }) => (
          <Item
            key={id}
            icon={isPhone(device) ? 'smartphone' : 'app-window'}
            title={<bdi>{nameOf(device)}</bdi>}
            action={
              !is_current && (
                <Button
                  size="s"
                  aria-label={t('endOf', { device: nameOf(device) })}
                  busy={isBusy && ending === id}
                  onClick={() => end(id, t('ended'))}
                >
                  {t('end')}
                </Button>
              )
            }
          >
            {is_current && (
              <Tag tone="positive" icon="check">
                {t('thisDevice')}
              </Tag>
            )}
            <span className="dim">
              {t.rich('seen', { address: `\u2066${address}\u2069`, date: () => <LocalTime at={seen_at} withTime /> })}
            </span>
          </Item>
        ))}
      </ul>
      {problem && <Notice kind="error">{problem}</Notice>}
      {sessions.length > 1 && (
        <div className="form-end">
          <Button busy={isBusy && ending === 'others'} onClick={endOthers}>
            {t('endOthers')}
          </Button>
        </div>
      )}
    </ProfileSection>
  )
}
