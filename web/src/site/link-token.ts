import { useEffect, useState } from 'react'

/**
 * The token of a link in a letter. Only the browser reads it: the page is one for all guests.
 * Undefined until it was read; null when there is none.
 */
export function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => setToken(new URLSearchParams(window.location.search).get('token')), [])
  return token
}
