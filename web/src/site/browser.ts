import { useEffect, useState } from 'react'

const yearSeconds = 365 * 24 * 3600

/** A visitor's own choice, for a year and the whole site; the server reads it before the page is made. */
export function keepChoice(name: 'locale' | 'theme' | 'odds' | 'consent', value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
}

/**
 * The token of a link in a letter. Only the browser reads it: the page is one for all guests.
 * Undefined until it was read; null when there is none.
 */
export function useLinkToken(name = 'token'): string | null | undefined {
  const [token, setToken] = useState<string | null>()
  useEffect(() => setToken(new URLSearchParams(window.location.search).get(name)), [name])
  return token
}

/** Hands a text to the player as a file. It never leaves the browser. */
export function saveFile(name: string, type: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it a moment after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** Smooth unless the visitor wants no motion; the place gets the focus, so that the keyboard goes on from there. */
export function scrollToPart(id: string) {
  const part = document.getElementById(id)
  if (!part) return
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
  part.scrollIntoView({ behavior: isStill ? 'instant' : 'smooth', block: 'start' })
  part.tabIndex = -1
  part.focus({ preventScroll: true })
}
