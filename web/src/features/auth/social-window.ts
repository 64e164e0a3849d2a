import { readSocialEnd, type SocialEnd, socialChannel, socialWindow } from '@croupier/contract/social'

const size = { width: 640, height: 480 }

type Screen = { left: number; top: number; width: number; height: number }

/** In the middle of the window it came from, whichever screen that is on. */
export function windowFeatures({ left, top, width, height }: Screen): string {
  const x = Math.round(left + Math.max(0, width - size.width) / 2)
  const y = Math.round(top + Math.max(0, height - size.height) / 2)
  return `popup,width=${size.width},height=${size.height},left=${x},top=${y}`
}

type SocialRequest = {
  service: string
  /** `again`: a player who is signed in proves it once more. */
  type: 'reg' | 'auth' | 'again'
  /** Where to go when it does not happen in a window of its own. */
  redirectUrl: string
  /** The same for an account that is opened by it. */
  registerUrl?: string
  locale: string
  /** What the account should start with, and how the visitor came. */
  wishes?: Readonly<Record<string, string | undefined>>
}

export function socialAddress({ service, type, redirectUrl, registerUrl, locale, wishes = {} }: SocialRequest): string {
  const query = new URLSearchParams({ service, redirect_url: redirectUrl, type_auth: 'popup', type, locale })
  if (registerUrl) query.set('register_url', registerUrl)
  for (const [name, value] of Object.entries(wishes)) if (value) query.set(name, value)
  return `/oauth/init?${query}`
}

/** Where windows are blocked the whole page goes: then it is not to be closed at the end. */
export const inThisWindow = (address: string): string => address.replace('type_auth=popup', 'type_auth=page')

const lookMs = 500

/**
 * Opens the service in a small window and hears how it ended. Pages of other origins cannot speak on the channel.
 * A blocked window means that the whole page goes there. `onGone` comes when the window is closed without a word.
 */
export function openSocial(
  address: string,
  { onEnd, onGone }: { onEnd: (end: SocialEnd) => void; onGone: () => void },
) {
  const { screenX: left, screenY: top, outerWidth: width, outerHeight: height } = window
  const opened = window.open(address, socialWindow, windowFeatures({ left, top, width, height }))
  if (!opened) {
    location.assign(inThisWindow(address))
    return () => {}
  }
  const channel = new BroadcastChannel(socialChannel)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const end = readSocialEnd(data)
    if (!end) return
    stop()
    opened.close()
    onEnd(end)
  }
  // The window closes itself a moment after it has spoken: the word must not come second.
  let isGone = false
  const look = setInterval(() => {
    if (!opened.closed) return
    if (isGone) {
      clearInterval(look)
      onGone()
    }
    isGone = true
  }, lookMs)
  function stop() {
    clearInterval(look)
    channel.close()
  }
  return stop
}
