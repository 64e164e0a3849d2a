// Where a picture may come from: our own public folders, and origins that the operator named.
import dns from 'node:dns'
import { once } from 'node:events'
import { readFile, realpath, stat } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { join, sep } from 'node:path'
import { isPublicAddress } from './image-address.ts'

const maxBytes = 15 * 1024 * 1024
const timeoutMs = 5000
/** A file of ours that was found is not looked for again at once: a page asks for dozens, and so do all its visitors. */
const foundMs = 1000
const mostFound = 1000

/** The source is not one of ours: nothing was asked. */
export class RefusedSource extends Error {}
/** The source is one of ours, but gave no picture. */
export class FailedSource extends Error {}

/** The name of a host that the operator did write down leads into a network. */
export const privateAddress = 'a private address'

export type ImageSource = { remote: boolean; version: string; load: () => Promise<Buffer> }

type Places = {
  publicDirs: string[]
  hosts: string[]
  /** Where files of editors are; null where content has none. */
  uploads?: string | null
}

export function imageSources({ publicDirs, hosts, uploads = null }: Places) {
  const origins = new Set(hosts.map((host) => new URL(host).origin))
  const found = new Map<string, { source: ImageSource; until: number }>()

  async function ownSource(src: string): Promise<ImageSource> {
    const known = found.get(src)
    if (known && known.until > Date.now()) return known.source
    const source = await localSource(src, publicDirs)
    if (found.size >= mostFound) found.clear()
    found.set(src, { source, until: Date.now() + foundMs })
    return source
  }

  return async (src: string): Promise<ImageSource> => {
    if (!src.startsWith('/')) return remoteSource(src, origins)
    const upload = uploads === null ? null : uploadAddress(src, uploads)
    if (!upload) return ownSource(src)
    return { remote: true, version: `${upload.href} ${src}`, load: async () => picture(await download(upload, true)) }
  }
}

/** `/uploads/cup_1a2b.webp?v=k3` of our site is a file of the content server. */
export function uploadAddress(src: string, origin: string): URL | null {
  const [, path = ''] = /^(\/uploads\/[^?]+)(?:\?v=[0-9a-z]{1,12})?$/.exec(src) ?? []
  return plainPath.test(path) ? new URL(encodeURI(path), origin) : null
}

// Plain names only: no dot files, no '..', no '//', nothing escaped, no backslash, no control characters.
const plainPath = /^(\/[\p{L}\p{N}_@()+~-][\p{L}\p{N}_@()+~ .-]*)+$/u

async function localSource(src: string, publicDirs: string[]): Promise<ImageSource> {
  if (!plainPath.test(src)) throw new RefusedSource('not a plain path')
  for (const dir of publicDirs) {
    const path = await realpath(join(dir, src)).catch(() => undefined)
    if (!path) continue
    if (!path.startsWith((await realpath(dir)) + sep)) throw new RefusedSource('leaves the public folder')
    const { size, mtimeMs } = await stat(path)
    if (size > maxBytes) throw new FailedSource('too large')
    return { remote: false, version: `${path} ${mtimeMs} ${size}`, load: async () => picture(await readFile(path)) }
  }
  throw new FailedSource('no such file')
}

async function remoteSource(src: string, origins: Set<string>): Promise<ImageSource> {
  const url = URL.parse(src)
  if (!url || !origins.has(url.origin)) throw new RefusedSource('not one of our hosts')
  // The text itself must begin with the origin: other spellings of the same address are a stranger's experiment.
  if (!src.startsWith(`${url.origin}/`) || /[^\x21-\x7e]|\\/.test(src)) throw new RefusedSource('odd spelling')
  return { remote: true, version: url.href, load: async () => picture(await download(url)) }
}

/** The operator wrote the content server down, so it may be inside the network; so may an address that is no name. */
export async function download(url: URL, isTrusted = false): Promise<Buffer> {
  const named = isTrusted || url.hostname === 'localhost' || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0
  const request = (url.protocol === 'https:' ? https : http).get(url, {
    agent: false,
    lookup: named ? undefined : publicLookup,
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'image/*' },
  })
  // An error after the answer has begun reaches the reader of the body; unheard here it would end the process.
  request.on('error', () => {})
  const [response]: http.IncomingMessage[] = await once(request, 'response')
  if (!response) throw new FailedSource('no answer')
  try {
    if (response.statusCode !== 200) throw new FailedSource(`answered ${response.statusCode}`)
    if (Number(response.headers['content-length'] ?? 0) > maxBytes) throw new FailedSource('too large')
    return await collect(response)
  } finally {
    request.destroy()
  }
}

async function collect(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw new FailedSource('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

// The address that was checked is the address that is connected to: a name cannot change in between.
const publicLookup: LookupFunction = (hostname, options, callback) => {
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? []
    if (error || !first) return callback(error ?? new FailedSource('no address'), '')
    if (!addresses.every(({ address }) => isPublicAddress(address))) {
      return callback(new RefusedSource(privateAddress), '')
    }
    if (options.all) callback(null, addresses)
    else callback(null, first.address, first.family)
  })
}

// Decoders for anything else (SVG, PDF, TIFF …) never see a byte.
const known = /^(ffd8ff|89504e470d0a1a0a|47494638|52494646.{8}57454250|.{8}66747970617669(66|73))/

function picture(bytes: Buffer): Buffer {
  if (!known.test(bytes.toString('hex', 0, 12))) throw new FailedSource('not a picture')
  return bytes
}
