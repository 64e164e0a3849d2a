import { useTranslations } from 'use-intl'
import { NotOpenYet, PageHead } from '../../site/coming-page.tsx'
import type { Route } from './+types/game'

// Until the catalogue knows which games exist, none of them is worth finding.
export const handle = { isIndexed: false }

/** `golden-rooster` → Golden Rooster, until the catalogue knows its name. */
const spoken = (sysname: string) =>
  sysname.replace(/(^|[-_])([a-z])/g, (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase())

export function loader({ params }: Route.LoaderArgs) {
  const name = spoken(params.sysname)
  return { name, seoTokens: { name, title: name } }
}

export default function Game({ loaderData: { name } }: Route.ComponentProps) {
  const t = useTranslations('pages.game')
  return (
    <div className="page">
      <PageHead title={name} />
      <NotOpenYet icon="play" text={t('notOpen')} />
    </div>
  )
}
