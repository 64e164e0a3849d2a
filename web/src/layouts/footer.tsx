import type { NamedPicture } from '@croupier/contract/content'
import { useTranslations } from 'use-intl'
import { useShell } from '../shell.ts'
import { iconOf, useIsOffered } from '../site/menus.ts'
import { SiteLink } from '../site/site-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { Picture } from '../ui/picture.tsx'

export function Footer() {
  const t = useTranslations('shell')
  const { site, common } = useShell().config
  const isOffered = useIsOffered()
  const groups = common.footerLinks
    .map(({ title, links }) => ({ title, links: links.filter(({ url }) => isOffered(url)) }))
    .filter(({ links }) => links.length > 0)
  return (
    <footer className="foot">
      <nav className="foot-cols" aria-label={t('footer')}>
        {groups.map(({ title, links }) => (
          <div key={title}>
            <h2>{title}</h2>
            {links.map(({ label, url }) => (
              <SiteLink key={label} url={url}>
                {label}
              </SiteLink>
            ))}
          </div>
        ))}
      </nav>
      <Pictures label={t('payments')} items={common.paymentMethods} />
      <Pictures label={t('ratings')} items={common.ratingSites} />
      <Pictures label={t('socials')} items={common.socialItemsList} />
      <div className="foot-legal">
        <span className="age">{site.ageLimit}+</span>
        <p className="grow">{site.legal}</p>
      </div>
    </footer>
  )
}

type Named = NamedPicture & { icon?: string }

/** A picture where content has one, else an icon of the sprite, else the name alone. */
function Pictures({ label, items }: { label: string; items: Named[] }) {
  if (items.length === 0) return null
  return (
    <ul className="foot-row" aria-label={label}>
      {items.map(({ name, image, url, icon = '' }) => {
        const shown = image ? (
          <Picture src={image} alt={name} width={64} height={32} />
        ) : (
          <Drawn icon={icon} name={name} />
        )
        return <li key={name}>{url ? <SiteLink url={url}>{shown}</SiteLink> : <span className="tag">{shown}</span>}</li>
      })}
    </ul>
  )
}

function Drawn({ icon, name }: { icon: string; name: string }) {
  const drawn = iconOf(icon)
  if (!drawn) return name
  return (
    <>
      <Icon name={drawn} size={20} />
      <span className="sr">{name}</span>
    </>
  )
}
