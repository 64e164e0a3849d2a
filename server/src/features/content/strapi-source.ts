import { parseJson } from '../../parse-json.ts'
import { contentFailure } from './content-error.ts'
import { type ContentSource, parseLocales, parseRecords, raw } from './source.ts'
import { flatten, populate, shallow } from './strapi-shape.ts'

const timeoutMs = 3000
const largestBytes = 8 * 1024 * 1024
const pageSize = 100
const mostPages = 50

export type StrapiReader = Pick<ContentSource, 'single' | 'collection' | 'locales'>

/** Strapi could not be asked at all, which is more than one broken content type. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

/** Reads Strapi 4 and 5 over REST. Throws when the server fails; a missing content type is simply absent. */
export function strapiReader(url: string, token: string | undefined): StrapiReader {
  const base = url.replace(/\/+$/, '')

  async function get(path: string): Promise<{ status: number; body: unknown }> {
    const response = await fetch(`${base}/api/${path}`, {
      headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: unknown) => {
      throw new Unreachable(`no answer: ${reason(error)}`)
    })
    if (response.status >= 300 && ![400, 404].includes(response.status))
      throw contentFailure(parseJson(await readCapped(response)))
    return { status: response.status, body: JSON.parse(await readCapped(response)) }
  }

  /** Asks for our components; a content type that has others answers 400, and is then asked for its own. */
  async function ask(name: string, query: string[]): Promise<unknown> {
    const found = await get(`${name}?${[...query, ...populate(name)].join('&')}`)
    const answer = found.status === 400 ? await get(`${name}?${[...query, shallow].join('&')}`) : found
    if (answer.status === 404) return null
    if (answer.status === 400) throw new Error('status 400')
    return answer.body
  }

  return {
    async single(name, locale) {
      const body = await ask(name, [`locale=${encodeURIComponent(locale)}`])
      const found = flatten(body, base)
      if (found === null) return null
      return raw.parse(found)
    },
    async collection(name, locale) {
      const records: unknown[] = []
      for (let page = 1; page <= mostPages; page += 1) {
        const paging = [`pagination[page]=${page}`, `pagination[pageSize]=${pageSize}`, 'sort=id:asc']
        const body = await ask(name, [`locale=${encodeURIComponent(locale)}`, ...paging])
        if (body === null) break
        const found = flatten(body, base)
        if (!Array.isArray(found)) throw new Error('not a list of records')
        records.push(...found)
        if (page >= pageCount(body)) break
      }
      return parseRecords(records)
    },
    async locales() {
      const { status, body } = await get('i18n/locales')
      if (status !== 200 || !Array.isArray(body)) throw new Error('not a list of locales')
      return parseLocales(body)
    },
  }
}

function pageCount(body: unknown): number {
  const meta = raw.safeParse(raw.safeParse(body).data?.meta).data
  const pagination = raw.safeParse(meta?.pagination).data
  return typeof pagination?.pageCount === 'number' ? pagination.pageCount : 1
}

async function readCapped(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > largestBytes) break
      chunks.push(chunk)
    }
  } catch (error) {
    throw new Unreachable(`answer broke off: ${reason(error)}`)
  }
  if (size > largestBytes) throw new Error(`answer over ${largestBytes} bytes`)
  return Buffer.concat(chunks).toString('utf8')
}

/** The name alone: messages of the network layer may carry addresses. */
const reason = (error: unknown) => (error instanceof Error ? error.name : 'unknown')
