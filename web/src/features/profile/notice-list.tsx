import type { Output } from '@croupier/contract/contract'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { LocalTime } from '../../i18n/local-time.tsx'
import { pageOfNotice } from '../../session/notices.ts'
import { ProfileSection } from './profile-section.tsx'

/** What the house said lately, also what no message interrupts with. A kind that this page does not know is left out. */
export function NoticeList({ notices }: { notices: Output<'account.getNotices'> }) {
  const t = useTranslations('profile.notification')
  const words = useTranslations('notices')
  const known = notices.filter(({ kind }) => words.has(`${kind}.title`))
  return (
    <ProfileSection title={t('told')} text={t('toldText')}>
      {known.length === 0 ? (
        <p className="muted">{t('toldNone')}</p>
      ) : (
        <ul className="events">
          {known.map(({ id, kind, params, at }) => {
            const to = pageOfNotice(kind, params)
            return (
              <li key={id}>
                <b>{words(`${kind}.title`, params)}</b>
                <span className="dim">
                  <LocalTime at={at} withTime />
                </span>
                <span className="dim events-where">{words(`${kind}.text`, params)}</span>
                {to && (
                  <Link className="link events-where" to={to}>
                    {words(`${kind}.link`)}
                  </Link>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </ProfileSection>
  )
}
