import { Refusal } from '@croupier/contract/refusals'
import type { FastifyInstance } from 'fastify'
import qs from 'qs'

export type RawParams = Record<string, unknown>

const queryMaxBytes = 8192
const bodyMaxBytes = 1_048_576
const fieldsMax = 1000
const partHeaderMaxBytes = 4096

const unreadable = (message: string, status = 400) => new Refusal('InvalidRequest', { message, status })

/** Bracket names become nested values. Objects have no prototype, so no name can reach one. */
function parsePairs(text: string): RawParams {
  try {
    return qs.parse(text, {
      depth: 5,
      strictDepth: true,
      parameterLimit: fieldsMax,
      arrayLimit: fieldsMax,
      throwOnLimitExceeded: true,
      plainObjects: true,
    })
  } catch {
    throw unreadable('Too many or too deep parameters')
  }
}

export function readQuery(url: string): RawParams {
  const from = url.indexOf('?')
  if (from < 0) return {}
  if (url.length - from > queryMaxBytes) throw unreadable(`The query is longer than ${queryMaxBytes} bytes`)
  return parsePairs(url.slice(from + 1))
}

/** Looked at before parsing, because parsing ten thousand parts or headers holds up every other request. */
function refuseLargeMultipart(contentType: string, bytes: Buffer) {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? []
  const boundary = `--${quoted ?? bare ?? ''}`
  if (boundary === '--') throw unreadable('Broken multipart body')
  let count = 0
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + boundary.length)) {
    count += 1
    const head = bytes.subarray(at, at + partHeaderMaxBytes)
    const isHeaderLarge = head.length === partHeaderMaxBytes && !head.includes('\r\n\r\n')
    if (count > fieldsMax + 1 || isHeaderLarge) throw unreadable('Too many or too large parameters')
  }
}

async function readMultipart(contentType: string, bytes: Buffer): Promise<RawParams> {
  refuseLargeMultipart(contentType, bytes)
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw unreadable('Broken multipart body')
    })
  const pairs = [...form].map(([name, value]) => {
    if (typeof value !== 'string') throw unreadable('No method takes files')
    return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  })
  return parsePairs(pairs.join('&'))
}

/** Two content types and nothing else: browsers can send them without asking, so the origin check stands before them. */
export function addBodyParsers(app: FastifyInstance) {
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', async (request) => {
    const encoding = request.headers['content-encoding']
    // Nothing is unpacked, so nothing can grow.
    if (encoding && encoding !== 'identity') throw unreadable('Compressed bodies are not taken', 415)
  })
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: bodyMaxBytes },
    async (_request: unknown, text: string) => parsePairs(text),
  )
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: bodyMaxBytes },
    async (request: { headers: { 'content-type'?: string } }, bytes: Buffer) =>
      readMultipart(request.headers['content-type'] ?? '', bytes),
  )
}
