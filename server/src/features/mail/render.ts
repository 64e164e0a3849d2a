import type { Messages } from '@croupier/contract/boot'
import { IntlMessageFormat } from 'intl-messageformat'
import type { LetterParams } from './letters.ts'
import { escapeHtml, oneLine, plainWord } from './rules.ts'

export type Rendered = { subject: string; text: string; html: string | null }

type Wanted = {
  channel: 'email' | 'sms'
  kind: string
  locale: string
  texts: Messages
  params: LetterParams
  /** The name of the site. */
  site: string
  origin: string
}

/** Who asked for an old-fashioned letter gets one: plain text first, and the same in simple HTML. */
export function render({ channel, kind, locale, texts, params, site, origin }: Wanted): Rendered {
  const values = { ...readable(params), site }
  const say = (key: string) => fill(textAt(texts, kind, key), locale, values)
  if (channel === 'sms') return { subject: '', text: oneLine(say('sms'), 480), html: null }

  const link = typeof params.link === 'string' ? ownLink(params.link, origin) : undefined
  const action = link && say('action')
  const quoted = typeof params.quote === 'string' ? params.quote.split(/\n{2,}/) : []
  const paragraphs = [...say('text').split(/\n{2,}/), ...quoted]
  const footer = fill(textAt(texts, 'common', 'footer'), locale, { site, origin })
  const unsubscribe = typeof params.unsubscribeLink === 'string' ? ownLink(params.unsubscribeLink, origin) : undefined
  const ending = unsubscribe && `${fill(textAt(texts, 'common', 'unsubscribe'), locale, {})}: ${unsubscribe}`
  const text = [...paragraphs, ...(link ? [`${action}:\n${link}`] : []), footer, ...(ending ? [ending] : [])]
  return {
    subject: oneLine(say('subject')),
    text: text.join('\n\n'),
    html: page({
      locale,
      site,
      code: typeof params.code === 'string' ? params.code : undefined,
      paragraphs,
      button: link && action ? { href: link, label: action } : undefined,
      small: [footer, ...(ending ? [ending] : [])],
    }),
  }
}

/** What people typed must neither break a line nor look like a link; moments and choices are for the formatter. */
const readable = (params: LetterParams): Record<string, string | number | Date> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (typeof value === 'string') return [name, plainWord(value)]
      if (typeof value === 'boolean') return [name, String(value)]
      return [name, value ?? 'none']
    }),
  )

/** Letters lead to our own pages and nowhere else. */
function ownLink(link: string, origin: string): string {
  const url = new URL(link, origin)
  if (url.origin !== origin) throw new Error('a letter may not lead away from the site')
  return url.href
}

function textAt(texts: Messages, group: string, key: string): string {
  const inner = texts[group]
  const text = typeof inner === 'object' ? inner[key] : undefined
  if (typeof text !== 'string') throw new Error(`no text letters.${group}.${key}`)
  return text
}

const utc = { timeZone: 'UTC' } as const
/** They are merged with the formatter's own `long` and `short`, which say the rest. */
const formats = { date: { long: utc }, time: { short: utc } }

type Values = Record<string, string | number | Date>

/**
 * Texts change while the house is open, and a letter is written in the transaction that it tells of: a slip of the pen
 * must not keep an exclusion or a payout from happening. Such a text is sent as it stands, with the names it got right.
 */
export function fill(text: string, locale: string, values: Values): string {
  try {
    return String(new IntlMessageFormat(text, locale, formats, { ignoreTag: true }).format(values))
  } catch {
    return text.replaceAll(/\{(\w+)[^{}]*\}/g, (found, name: string) => plainly(values[name]) ?? found)
  }
}

const plainly = (value: Values[string] | undefined): string | undefined =>
  value instanceof Date ? value.toISOString() : value?.toString()

type Page = {
  locale: string
  site: string
  code: string | undefined
  paragraphs: string[]
  button: { href: string; label: string } | undefined
  small: string[]
}

const style = {
  body: 'margin:0;padding:24px 12px;background:#f3f6f3;color:#0f1a16;font:16px/1.5 system-ui,sans-serif',
  card: 'max-width:520px;margin:0 auto;padding:28px;background:#ffffff;border-radius:12px',
  name: 'margin:0 0 20px;font-size:20px;font-weight:700',
  code: 'margin:0 0 16px;font:700 32px/1.2 ui-monospace,monospace;letter-spacing:6px',
  text: 'margin:0 0 16px',
  button:
    'display:inline-block;padding:12px 20px;background:#f57f2e;color:#1e0d02;border-radius:8px;text-decoration:none;font-weight:600',
  small: 'margin:16px 0 0;font-size:13px;color:#596760',
}

/** Styles stand on the elements, because many readers of mail drop all others. */
function page({ locale, site, code, paragraphs, button, small }: Page): string {
  const lines = (text: string) => escapeHtml(text).replaceAll('\n', '<br>')
  const body = paragraphs.map((text) => `<p style="${text === code ? style.code : style.text}">${lines(text)}</p>`)
  const action = button
    ? [
        `<p style="${style.text}"><a href="${escapeHtml(button.href)}" style="${style.button}">${escapeHtml(button.label)}</a></p>`,
      ]
    : []
  return [
    `<!doctype html><html lang="${escapeHtml(locale)}"><head><meta charset="utf-8"><title>${escapeHtml(site)}</title></head>`,
    `<body style="${style.body}"><div style="${style.card}"><p style="${style.name}">${escapeHtml(site)}</p>`,
    ...body,
    ...action,
    ...small.map((text) => `<p style="${style.small}">${linked(text)}</p>`),
    '</div></body></html>',
  ].join('\n')
}

/** Our own addresses in the small print, made by us above, can be clicked. */
const linked = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<>"]+/g, (url) => `<a href="${url}" style="color:#596760">${url}</a>`)
