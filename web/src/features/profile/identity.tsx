import { useTranslations } from 'use-intl'
import { LocalTime } from '../../i18n/local-time.tsx'
import { useShell } from '../../shell.ts'
import { Icon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { Tag } from '../../ui/tag.tsx'
import { openFakename } from '../account/account.tsx'
import { useProfileData } from './profile-data.ts'

/** Who is signed in: the dealer's picture, the name others see, the number, how the identity check stands. */
export function Identity() {
  const t = useTranslations('profile.me')
  const { account } = useShell()
  const { portrait } = useProfileData()
  if (!account) return null
  return (
    <header className="me">
      <span className="me-picture">
        {portrait ? <Picture src={portrait} alt="" width={96} height={120} quality={84} /> : <Icon name="user" />}
      </span>
      <div className="me-text">
        <p className="me-name">
          <bdi>{account.fakename}</bdi>
          {!account.is_payout_only && (
            <IconButton icon="pencil" size="s" label={t('rename')} onClick={() => openFakename()} />
          )}
        </p>
        <p className="me-facts">
          <span>{t('number', { number: String(account.uid) })}</span>
          <span>{t.rich('since', { date: () => <LocalTime at={account.reg_time} /> })}</span>
        </p>
      </div>
      <div className="me-tags">
        {account.is_verified && (
          <Tag tone="positive" icon="badge-check">
            {t('verified')}
          </Tag>
        )}
        {!account.is_verified && account.is_on_verification && (
          <Tag tone="warning" icon="clock">
            {t('onVerification')}
          </Tag>
        )}
      </div>
    </header>
  )
}
