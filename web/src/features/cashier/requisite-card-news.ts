/** Between these the provider's frame may ask for room. */
export const frameRoom = { least: 232, most: 640 } as const

export type CardNews = { kind: 'card'; token: string; mask: string } | { kind: 'height'; height: number }

/** What the frame says, or null for everything that is not one of its two sentences. */
export function readCardNews(data: unknown): CardNews | null {
  if (typeof data !== 'object' || data === null || !('type' in data)) return null
  if (data.type === 'card') {
    if (!('token' in data) || typeof data.token !== 'string' || !/^[\w-]{8,200}$/.test(data.token)) return null
    const mask = 'mask' in data && typeof data.mask === 'string' ? data.mask.slice(0, 30) : ''
    return { kind: 'card', token: data.token, mask }
  }
  if (data.type === 'size' && 'height' in data && typeof data.height === 'number' && Number.isFinite(data.height))
    return { kind: 'height', height: Math.min(frameRoom.most, Math.max(frameRoom.least, Math.round(data.height))) }
  return null
}
