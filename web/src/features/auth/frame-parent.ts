/** The page around a frame of ours. What is said to it names its exact origin, and only its own words are heard. */

type Surroundings = {
  isFramed: boolean
  /** `location.ancestorOrigins[0]`, where the browser has it. */
  ancestor: string | undefined
  referrer: string
  ownOrigin: string
  /** Content's `site.frameHosts`. */
  allowed: readonly string[]
}

/** Null: not in a frame, or in one that content does not allow. */
export function parentOrigin({ isFramed, ancestor, referrer, ownOrigin, allowed }: Surroundings): string | null {
  if (!isFramed) return null
  const origin = URL.parse(ancestor ?? referrer)?.origin
  const known = [ownOrigin, ...allowed.flatMap((url) => URL.parse(url)?.origin ?? [])]
  return origin && origin !== 'null' && known.includes(origin) ? origin : null
}

export type ToParent =
  | { type: 'redirect'; to: 'registration' | 'authorization'; backUrl: string }
  | { type: 'refresh_user' }
  | { type: 'checkIframe'; path: string }

export type FromParent = { type: 'redirect'; to: 'registration' | 'authorization' } | { type: 'checkIframe' }

/** Null: not one of the two things that the page around may ask. */
export function readFromParent(data: unknown): FromParent | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'checkIframe') return { type: 'checkIframe' }
  if (data.type !== 'redirect' || !('to' in data)) return null
  return data.to === 'registration' || data.to === 'authorization' ? { type: 'redirect', to: data.to } : null
}

export const isFromParent = (
  { origin, source }: Pick<MessageEvent, 'origin' | 'source'>,
  parent: string,
  parentWindow: unknown,
) => origin === parent && source === parentWindow
