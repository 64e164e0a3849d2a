import { type ContentType, contentTypes } from '@croupier/contract/content-model'
import { apiName, populatedPaths } from '@croupier/contract/strapi'
import { z } from 'zod'
import type { Log } from '../../log.ts'
import { parseJson } from '../../parse-json.ts'
import type { Raw } from '../../ports/content.ts'
import { contentFailure } from './content-error.ts'
import { type ContentSource, parseLocales, parseRecords, raw } from './source.ts'
import { inOrder, populate, recordFrom } from './strapi-shape.ts'

const timeoutMs = 3000
const largestBytes = 8 * 1024 * 1024
const pageSize = 100
const mostPages = 50

export type StrapiReader = Pick<ContentSource, 'single' | 'collection' | 'locales'>

/** Strapi could not be asked at all, which is more than one broken content type. */
export class Unreachable extends Error {
  override name = 'Unreachable'
}

type Options = { url: string; token: string | undefined; log: Pick<Log, 'warn'> }

/** Reads Strapi 5 over REST. Throws when the server fails; a missing content type is simply absent. */
export function strapiReader({ url, token, log }: Options): StrapiReader {
  const base = url.replace(/\/+$/, '')
  const lacking = new Set<string>()

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

  /** Asks for our parts; one that a content type does not have is left out, so that the others still come. */
  async function ask(type: ContentType, query: readonly string[]): Promise<unknown> {
    let parts = populatedPaths(type.fields)
    for (;;) {
      const answer = await get(`${apiName(type)}?${[...query, ...populate(parts)].join('&')}`)
      if (answer.status === 404) return null
      if (answer.status !== 400) return answer.body
      const refused = refusedPath(answer.body)
      const rest = withoutPart(parts, refused)
      if (rest.join() === parts.join()) throw contentFailure(answer.body)
      tellOnce(type.name, refused)
      parts = rest
    }
  }

  function tellOnce(type: string, field: string) {
    if (lacking.has(`${type} ${field}`)) return
    lacking.add(`${type} ${field}`)
    log.warn({ type, field }, 'the content server has no such field')
  }

  return {
    async single(name, locale) {
      const type = typeOf(name, true)
      const body = type && (await ask(type, [`locale=${encodeURIComponent(locale)}`]))
      return type && body ? recordFrom(dataOf(body), type, base) : null
    },
    async collection(name, locale) {
      const type = typeOf(name, false)
      const found: Raw[] = []
      for (let page = 1; type && page <= mostPages; page += 1) {
        const paging = [`pagination[page]=${page}`, `pagination[pageSize]=${pageSize}`, 'sort=createdAt:asc,id:asc']
        const body = await ask(type, [`locale=${encodeURIComponent(locale)}`, ...paging])
        if (body === null) {
          tellOnce(name, 'any')
          break
        }
        const records = dataOf(body)
        if (!Array.isArray(records)) throw new Error('not a list of records')
        found.push(...parseRecords(records))
        if (page >= pageCount(body)) break
      }
      return found.toSorted(inOrder).flatMap((record): Raw[] => {
        const known = type && recordFrom(record, type, base)
        return known ? [known] : []
      })
    },
    async locales() {
      const { status, body } = await get('i18n/locales')
      if (status !== 200 || !Array.isArray(body)) throw new Error('not a list of locales')
      return parseLocales(body)
    },
  }
}

const typeOf = (name: string, isSingle: boolean): ContentType | undefined =>
  contentTypes.find((type) => type.name === name && type.isSingle === isSingle)

const dataOf = (body: unknown): unknown => raw.safeParse(body).data?.data

const refusal = z.object({
  error: z.object({ details: z.object({ key: z.string().min(1), path: z.string().nullish() }) }),
})

/** What in a question Strapi stumbled over: `paymentMethods.image`. */
function refusedPath(body: unknown): string {
  const details = refusal.safeParse(body).data?.error.details
  if (!details) return ''
  const { key, path } = details
  return !path || path === key ? key : path.endsWith(`.${key}`) ? path : `${path}.${key}`
}

/** What lies around the refused part is still asked for. */
function withoutPart(paths: readonly string[], refused: string): string[] {
  const around = refused.split('.').slice(0, -1).join('.')
  const rest = paths.map((path) => (`${path}.`.startsWith(`${refused}.`) && refused ? around : path))
  return [...new Set(rest)].filter(Boolean)
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
