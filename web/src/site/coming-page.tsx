import { paths } from '@croupier/contract/paths'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Empty } from '../ui/empty.tsx'
import type { IconName } from '../ui/icon-names.ts'

/** The heading of a page: its name, and one sentence below. */
export function PageHead({ title, text, children }: { title: ReactNode; text?: ReactNode; children?: ReactNode }) {
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {text && <p className="muted">{text}</p>}
      {children}
    </header>
  )
}

/** A part whose capability is not built yet says so, in its own place and words. */
function NotOpenYet({ icon, text }: { icon: IconName; text: ReactNode }) {
  const t = useTranslations('common.notOpen')
  return (
    <Card>
      <Empty
        icon={icon}
        title={t('title')}
        text={text}
        action={<ButtonLink to={paths.home()}>{t('home')}</ButtonLink>}
      />
    </Card>
  )
}

/** Messages `pages.{name}.title`, `.lead` and `.notOpen`. */
export function ComingPage({ name, icon, children }: { name: string; icon: IconName; children?: ReactNode }) {
  const t = useTranslations(`pages.${name}`)
  return (
    <>
      <PageHead title={t('title')} text={t('lead')} />
      {children}
      <NotOpenYet icon={icon} text={t('notOpen')} />
    </>
  )
}
