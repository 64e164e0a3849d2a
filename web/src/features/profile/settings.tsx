import { useTranslations } from 'use-intl'
import { serverCall } from '../../api.ts'
import { bootContext } from '../../boot.ts'
import { PersonalForm } from '../../forms/personal-form.tsx'
import { toast } from '../../ui/toast-store.ts'
import type { Route } from './+types/settings'
import { AccountSection } from './account-section.tsx'
import { ContactsSection } from './contacts-section.tsx'
import { DataSection } from './data-section.tsx'
import { useProfileData } from './profile-data.ts'
import { ProfileSection } from './profile-section.tsx'

export const handle = { title: 'profile.settings.title', isIndexed: false }

/** These have parts of their own on the profile's pages. */
const elsewhere = ['email', 'phone', 'password', 'login']

export async function loader({ context }: Route.LoaderArgs) {
  const { account, config } = context.get(bootContext)
  const definitions = await serverCall(context)('account.getPersonalDataFields', {
    country: account?.country_code ?? '',
  })
  const { ageLimit, currencies } = config.site
  const { postcodePattern, preventEmoji } = config.forms
  const today = new Date().toISOString().slice(0, 10)
  return { definitions, around: { today, ageLimit, postcodePattern }, preventEmoji, currencies }
}

export default function Settings({ loaderData }: Route.ComponentProps) {
  const t = useTranslations('profile.settings')
  const { definitions, around, preventEmoji, currencies } = loaderData
  const { profile } = useProfileData()
  const sayDone = () => toast({ kind: 'success', title: t('saved'), text: t('savedText') })
  return (
    <>
      <h1 className="sr">{t('title')}</h1>
      <ProfileSection title={t('details')} text={t('detailsText')}>
        <PersonalForm
          profile={profile}
          definitions={definitions}
          around={around}
          preventEmoji={preventEmoji}
          isAsked={(sysname) => !elsewhere.includes(sysname)}
          agree={t('save')}
          onSaved={sayDone}
        />
      </ProfileSection>
      <ContactsSection />
      <AccountSection currencies={currencies} />
      <DataSection />
    </>
  )
}
