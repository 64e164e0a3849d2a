import { useHref, useNavigation } from 'react-router'

/** Where the visitor is on the way to, by the path that links name; null while nothing is loading. */
export function useNextPage(): { pathname: string; search: string } | null {
  const { state, location } = useNavigation()
  // The router says it with the language before it.
  const base = useHref('/').replace(/\/$/, '')
  if (state !== 'loading') return null
  const { pathname, search } = location
  return { pathname: pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : pathname, search }
}
