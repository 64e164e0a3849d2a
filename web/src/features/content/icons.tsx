import { useTranslations } from 'use-intl'
import { Icon } from '../../ui/icon.tsx'
import { iconNames } from '../../ui/icon-names.ts'

export const handle = { title: 'pages.icons.title', isIndexed: false }

export default function Icons() {
  const t = useTranslations('pages.icons')
  return (
    <>
      <h1>{t('title')}</h1>
      <ul className="icon-list">
        {iconNames.map((name) => (
          <li key={name}>
            <Icon name={name} size={24} />
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
