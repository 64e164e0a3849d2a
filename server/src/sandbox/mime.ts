/** A letter as it came over the wire, read as far as the outbox shows it. */
export type Mime = { headers: Map<string, string>; text: string; html: string }

/** One part of a message: its own headers and the bytes after the empty line. Latin-1 text keeps every byte. */
export function readMime(bytes: Buffer): Mime {
  const { headers, text, html } = readPart(bytes.toString('latin1'))
  const lines = (part: string) => part.replaceAll('\r\n', '\n').trimEnd()
  return { headers, text: lines(text), html: lines(html) }
}

function readPart(raw: string): Mime {
  const [head = '', ...rest] = raw.split(/\r?\n\r?\n/)
  const headers = readHeaders(head)
  const body = rest.join('\r\n\r\n')
  const type = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1]
  if (/^multipart\//i.test(type) && boundary) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1)
      .filter((part) => !part.startsWith('--'))
      .map((part) => readPart(part.replace(/^\r?\n/, '').replace(/\r?\n$/, '')))
    const first = (kind: 'text' | 'html') => parts.find((part) => part[kind])?.[kind] ?? ''
    return { headers, text: first('text'), html: first('html') }
  }
  const content = decode(body, headers.get('content-transfer-encoding') ?? '').toString('utf8')
  return /^text\/html/i.test(type) ? { headers, text: '', html: content } : { headers, text: content, html: '' }
}

function readHeaders(head: string): Map<string, string> {
  const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  return new Map(
    lines.flatMap((line): [string, string][] => {
      const at = line.indexOf(':')
      return at > 0 ? [[line.slice(0, at).toLowerCase(), readWords(line.slice(at + 1).trim())]] : []
    }),
  )
}

const readWords = (value: string) =>
  value
    // White space between two encoded words belongs to neither.
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : fromQuoted(text.replaceAll('_', ' ')).toString('utf8'),
    )

function decode(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64')
  if (/quoted-printable/i.test(encoding)) return fromQuoted(body)
  return Buffer.from(body, 'latin1')
}

const fromQuoted = (text: string): Buffer =>
  Buffer.from(
    text
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
