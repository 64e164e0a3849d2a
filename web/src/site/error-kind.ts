import type { Fatal } from '@croupier/contract/boot'
import { isRouteErrorResponse } from 'react-router'

export type ErrorKind = Fatal | 'notFound' | 'offline'

/** What browsers say of a request that did not get through; each has words of its own. */
const lost = /failed to fetch|networkerror|load failed|network connection/i

/** Which error page stands for what a page threw. What cannot be named is a page that was not found. */
export function errorKind(error: unknown): ErrorKind {
  if (error instanceof TypeError && lost.test(error.message)) return 'offline'
  if (!isRouteErrorResponse(error)) return 'notFound'
  if (error.data?.refusal === 'UserBanned') return 'userBlock'
  if (error.status === 403) return 'forbidden'
  return error.status === 503 ? 'maintenance' : 'notFound'
}
