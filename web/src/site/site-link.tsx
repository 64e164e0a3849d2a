import { isClosedPage } from '@croupier/contract/closed-pages'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { useShell } from '../shell.ts'

type Props = Omit<ComponentProps<'a'>, 'href' | 'children'> & { url: string; children: ReactNode }

/** A link that content wrote: ours goes through the router, anything else leaves openly. */
export function SiteLink({ url, children, ...rest }: Props) {
  const { features } = useShell()
  // A page that content has switched off leaves its words, not a way to nowhere.
  if (isClosedPage(url, features)) return children
  if (url.startsWith('/'))
    return (
      <Link to={url} {...rest}>
        {children}
      </Link>
    )
  return (
    <a href={url} rel="noopener noreferrer" target="_blank" {...rest}>
      {children}
    </a>
  )
}
