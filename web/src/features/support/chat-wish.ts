import { forget, keep, kept } from '../../session/browser-storage.ts'

const note = 'open_chat'

/** The page is loaded anew after a yes: then the chat opens by itself, once. */
export const keepOpenWish = (): void => keep(note, '1', 'sessionStorage')

export function takeOpenWish(): boolean {
  const isWished = kept(note, 'sessionStorage') === '1'
  if (isWished) forget(note, 'sessionStorage')
  return isWished
}
