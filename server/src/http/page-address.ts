/** Query parameters that change what a page shows to a guest; all others are read by the browser alone. */
const pageQuery = [
  'category',
  'type',
  'providers',
  'search',
  'sort',
  'demo',
  'tab',
  'page',
  'excluded',
  'kind',
  'period',
  'view',
  'market',
  'sport',
  'day',
  'v',
  'status',
  'board',
]

/** The address of a page as it was asked for; null when it is none of ours or cannot be read. */
export function readAddress(asked: string | undefined, origin: string): URL | null {
  const url = URL.parse(asked ?? '/', origin)
  if (!url || url.origin !== origin || asked?.startsWith('//') || !isDecodable(url.pathname)) return null
  return url
}

function isDecodable(path: string) {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** One slash between words and none at the end: behind a locale, two of them would name another host. */
export const tidy = (path: string) => `/${path.split('/').filter(Boolean).join('/')}`

/** Links of letters bring a secret along. A script that reads the address of such a page could use it: no outside snippet may. */
export const holdsSecret = ({ searchParams }: URL): boolean =>
  ['restore', 'token', 'not_me', 'access_token'].some((name) => searchParams.has(name))

/** The part of a query that changes a guest's page, in one order, so that it names one stored page. */
export function sharedSearch({ search, searchParams }: URL): string {
  if (!search) return ''
  const pairs = pageQuery.flatMap((name) => {
    const value = searchParams.get(name)
    return value === null ? [] : [[name, value]]
  })
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}
