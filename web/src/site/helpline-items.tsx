import type { SiteConfig } from '@croupier/contract/content'
import { SiteLink } from './site-link.tsx'

/** People to talk to, as content lists them. */
export const HelplineItems = ({ list }: { list: SiteConfig['site']['helplines'] }) =>
  list.map(({ name, url, note }) => (
    <li key={name}>
      <SiteLink url={url} className="link">
        {name}
      </SiteLink>
      <span className="dim">{note}</span>
    </li>
  ))
