import type { NamedPicture } from '@croupier/contract/content'
import { useTranslations } from 'use-intl'
import { useShell } from '../shell.ts'
import { SiteLink } from '../site/site-link.tsx'
import { Picture } from '../ui/picture.tsx'

export function Footer() {
  const t = useTranslations('shell')
  const { site, common } = useShell().config
  return (
    <footer className="foot">
      <nav className="foot-cols" aria-label={t('footer')}>
        {common.footerLinks.map(({ title, links }) => (
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

/** A picture where content has one, else the name alone. */
function Pictures({ label, items }: { label: string; items: NamedPicture[] }) {
  if (items.length === 0) return null
  return (
    <ul className="foot-row" aria-label={label}>
      {items.map(({ name, image, url }) => {
        const shown = image ? <Picture src={image} alt={name} width={64} height={32} /> : name
        return <li key={name}>{url ? <SiteLink url={url}>{shown}</SiteLink> : <span className="tag">{shown}</span>}</li>
      })}
    </ul>
  )
}
