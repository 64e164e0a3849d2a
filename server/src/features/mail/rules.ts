/** Exactly one plain address: no name, no comment, no list, nothing that could begin another header or command. */
const addressForm = /^[^\s"(),:;<>@[\\\]\p{C}]{1,64}@[^\s"(),:;<>@[\\\]\p{C}]{1,190}$/u

export const isAddress = (text: string): boolean => addressForm.test(text)

/** An international number as gateways take it. */
export const isNumber = (text: string): boolean => /^\+\d{6,15}$/.test(text)

/** One line without anything that could end it; a header is never more than that. */
export const oneLine = (text: string, most = 200): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, most)

/** What a person typed about itself, as it may stand in a text: no lines of its own, no address to click. */
export const plainWord = (text: string): string => oneLine(text, 100).replace(/:\/\//g, ' ').replace(/[<>]/g, '')

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

const headerName = /^[A-Za-z][A-Za-z0-9-]{0,60}$/

/** Extra headers: names of a known form, values of one line. */
export const cleanHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (headerName.test(name) ? [[name, oneLine(value, 900)]] : [])),
  )
