const yearSeconds = 365 * 24 * 3600

/** A visitor's own choice, for a year and the whole site; the server reads it before the page is made. */
export function keepChoice(name: 'locale' | 'theme', value: string) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in browsers that we serve.
  document.cookie = `${name}=${value}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`
}
