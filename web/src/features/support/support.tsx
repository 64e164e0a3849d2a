import { useTranslations } from 'use-intl'
import { bootContext } from '../../boot.ts'
import { iconOf } from '../../site/menus.ts'
import { PageHead } from '../../site/page-head.tsx'
import { SiteLink } from '../../site/site-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/section.tsx'
import type { Route } from './+types/support'

export const handle = { title: 'pages.support.title' }

export function loader({ context }: Route.LoaderArgs) {
  const { support, site } = context.get(bootContext).config
  return { topics: support.topics, helplines: site.helplines }
}

export default function Support({ loaderData: { topics, helplines } }: Route.ComponentProps) {
  const t = useTranslations('pages.support')
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      <Notice>{t('notOpen')}</Notice>
      {topics.length > 0 && (
        <Section title={t('topics')}>
          <ul className="promises">
            {topics.map(({ icon, title, text, url }) => {
              const name = iconOf(icon)
              return (
                <li key={title}>
                  <Card className="promise">
                    {name && <Icon name={name} size={22} />}
                    <h3>{url ? <SiteLink url={url}>{title}</SiteLink> : title}</h3>
                    <p className="muted">{text}</p>
                  </Card>
                </li>
              )
            })}
          </ul>
        </Section>
      )}
      {helplines.length > 0 && (
        <Section title={t('helplines')}>
          <Card>
            <p className="muted">{t('helplinesText')}</p>
            <ul className="helplines">
              {helplines.map(({ name, url, note }) => (
                <li key={name}>
                  <SiteLink url={url} className="link">
                    {name}
                  </SiteLink>
                  <span className="dim">{note}</span>
                </li>
              ))}
            </ul>
          </Card>
        </Section>
      )}
    </>
  )
}
