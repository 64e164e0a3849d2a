import { localePath } from '@croupier/contract/locales'
import { canonicalPath, paths } from '@croupier/contract/paths'
import { useShell } from '../../shell.ts'
import { jsonLd } from '../../site/structured-data.ts'
import type { TileGame } from './tile-game.ts'

/** The first games as search engines read a list. */
export function HallList({ games }: { games: readonly TileGame[] }) {
  const { origin, locale, defaultLocale } = useShell()
  const block = {
    '@context': 'https://schema.org',
    '@type': 'ItemList',
    itemListElement: games.map(({ sysname, name }, place) => ({
      '@type': 'ListItem',
      position: place + 1,
      name,
      url: origin + localePath(locale, defaultLocale, canonicalPath(paths.game(sysname))),
    })),
  }
  return (
    <script
      type="application/ld+json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: jsonLd leaves no character that could end the element.
      dangerouslySetInnerHTML={{ __html: jsonLd(block) }}
    />
  )
}
