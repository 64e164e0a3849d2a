import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './request-headers.ts'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Longer keys are made up by a stranger; such a page is answered, but takes no room. */
const longestKey = 300

export async function compress(body: Buffer, encoding: Encoding, quality: number): Promise<Buffer> {
  if (encoding === 'br')
    return brotli(body, { params: { ...windowFor(body), [constants.BROTLI_PARAM_QUALITY]: quality } })
  return encoding === 'gzip' ? zip(body, { level: quality }) : body
}

/** The usual window takes 4 MiB for each page at work, and the garbage collector runs after it. */
const windowFor = ({ length }: Buffer) => ({
  [constants.BROTLI_PARAM_SIZE_HINT]: length,
  [constants.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(length + 1)))),
})

export type StoredPage = {
  status: number
  html: string
  etag: string
  headers: Record<string, string>
  /** A page that carries snippets needs a new nonce each time: it is not compressed in store. */
  hasNonce: boolean
  bodies: Map<Encoding, Buffer>
  storedAt: number
}

export const storePage = (
  made: Pick<StoredPage, 'status' | 'html' | 'headers' | 'hasNonce'>,
  now: number,
): StoredPage => ({
  ...made,
  etag: `W/"${tagOf(made)}"`,
  bodies: new Map(),
  storedAt: now,
})

/** The policy is part of it: a browser that is told that nothing has changed keeps the headers it has. */
const tagOf = ({ html, headers }: Pick<StoredPage, 'html' | 'headers'>) =>
  createHash('sha256').update(JSON.stringify(headers)).update(html).digest('base64url').slice(0, 22)

/** Compressed once per encoding; the first asker pays, the rest get the bytes. */
export async function bodyOf(page: StoredPage, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return Buffer.from(page.html)
  const known = page.bodies.get(encoding)
  if (known) return known
  const made = await compress(Buffer.from(page.html), encoding, 6)
  page.bodies.set(encoding, made)
  return made
}

/** Text takes up to two bytes a letter; its compressed forms, made later, together less than half of that. */
const bytesOf = ({ html }: StoredPage) => html.length * 3

/**
 * Guest pages by key. Fresh for a while, then served stale while one request makes it anew;
 * bounded in number and bytes, oldest out first; emptied whenever content changes.
 */
export class PageCache {
  #pages = new Map<string, StoredPage>()
  #making = new Map<string, Promise<StoredPage | null>>()
  #most: number
  #mostBytes: number
  #bytes = 0
  #epoch = 0

  constructor({ most, mostBytes }: { most: number; mostBytes: number }) {
    this.#most = most
    this.#mostBytes = mostBytes
  }

  clear() {
    this.#epoch += 1
    this.#bytes = 0
    this.#pages.clear()
    this.#making.clear()
  }

  get(key: string): StoredPage | undefined {
    return this.#pages.get(key)
  }

  isFresh(page: StoredPage, ageMs: number, now: number): boolean {
    return now - page.storedAt < ageMs
  }

  /**
   * One maker per key at a time. A page made from content that has changed meanwhile is answered, but not kept;
   * nor is one that was not found, for those are endless.
   */
  make(key: string, maker: () => Promise<StoredPage | null>): Promise<StoredPage | null> {
    const underway = this.#making.get(key)
    if (underway) return underway
    const epoch = this.#epoch
    const making = maker()
      .then((page) => {
        if (page?.status === 200 && epoch === this.#epoch && key.length <= longestKey) this.#keep(key, page)
        return page
      })
      .finally(() => {
        if (this.#making.get(key) === making) this.#making.delete(key)
      })
    this.#making.set(key, making)
    return making
  }

  #keep(key: string, page: StoredPage) {
    this.#drop(key)
    this.#pages.set(key, page)
    this.#bytes += bytesOf(page)
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= this.#most && this.#bytes <= this.#mostBytes) return
      this.#drop(oldest)
    }
  }

  #drop(key: string) {
    const page = this.#pages.get(key)
    if (page) this.#bytes -= bytesOf(page)
    this.#pages.delete(key)
  }
}
