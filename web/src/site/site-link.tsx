import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'

type Props = Omit<ComponentProps<'a'>, 'href' | 'children'> & { url: string; children: ReactNode }

/** A link that content wrote: ours goes through the router, anything else leaves openly. */
export function SiteLink({ url, children, ...rest }: Props) {
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
