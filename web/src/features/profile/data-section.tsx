import { useTranslations } from 'use-intl'
import { call } from '../../api.ts'
import { saveFile } from '../../site/browser.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast-store.ts'
import { openPassword } from '../account/account.tsx'
import { Item, ProfileSection } from './profile-section.tsx'

/** Everything that is stored about the player, as a file. */
export function DataSection() {
  const t = useTranslations('profile.settings')
  const download = () =>
    openPassword({
      text: t('exportAsk'),
      act: async (password) => {
        const data = await call('account.exportData', { password })
        const day = new Date().toISOString().slice(0, 10)
        saveFile(`my-data-${day}.json`, 'application/json', `${JSON.stringify(data, null, 2)}\n`)
        toast({ kind: 'success', title: t('exported') })
      },
    })
  return (
    <ProfileSection title={t('data')}>
      <ul className="items">
        <Item
          icon="file-text"
          title={t('export')}
          action={
            <Button size="s" icon="download" onClick={download}>
              {t('download')}
            </Button>
          }
        >
          <span className="dim">{t('exportText')}</span>
        </Item>
      </ul>
    </ProfileSection>
  )
}
