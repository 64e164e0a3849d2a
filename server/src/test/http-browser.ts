import { randomInt } from 'node:crypto'
import http from 'node:http'
import { createServer } from 'node:net'

/**
 * A port that is free, and stays so until its owner opens it: below those that systems hand out unasked, since each
 * connection between two looks could be given it.
 */
export async function freePort(): Promise<number> {
  const port = randomInt(20_000, 32_000)
  const server = createServer()
  const isFree = await new Promise<boolean>((done) => {
    server.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true))
  })
  if (!isFree) return freePort()
  await new Promise((done) => server.close(done))
  return port
}

export type BrowserResponse = { status: number; headers: http.IncomingHttpHeaders; body: string; url: string }

type Options = { headers?: Record<string, string>; form?: Record<string, string> }

/**
 * A browser without windows, over a real socket: cookies with their paths, redirects only when told to.
 * Behind a proxy that is believed (TRUST_PROXY=127.0.0.1) each has an address of its own.
 */
export function openBrowser({ origin, port }: { origin: string; port: number }) {
  const cookies = new Map<string, { name: string; value: string; path: string }>()
  const address = [198, 51, randomInt(256), randomInt(256)].join('.')

  function keep(line: string) {
    const [pair = '', ...attributes] = line.split(/;\s*/)
    const at = pair.indexOf('=')
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
    const of = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1)
    const path = of('path') ?? '/'
    const isOver = of('max-age') === '0' || Date.parse(of('expires') ?? '') < Date.now()
    if (isOver) cookies.delete(`${name} ${path}`)
    else cookies.set(`${name} ${path}`, { name, value, path })
  }

  async function ask(method: string, place: string, { headers = {}, form }: Options = {}): Promise<BrowserResponse> {
    const url = new URL(place, origin)
    const body = form && new URLSearchParams(form).toString()
    const cookie = [...cookies.values()]
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
    const request = http.request({
      host: '127.0.0.1',
      port,
      method,
      path: url.pathname + url.search,
      agent: false,
      headers: {
        host: url.host,
        'x-forwarded-for': address,
        'sec-fetch-site': 'same-origin',
        'sec-fetch-mode': 'navigate',
        'sec-fetch-dest': 'document',
        ...(cookie && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    })
    return new Promise((done, fail) => {
      request.on('error', fail)
      request.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          for (const line of response.headers['set-cookie'] ?? []) keep(line)
          const { statusCode: status = 0, headers } = response
          done({ status, headers, body: Buffer.concat(chunks).toString(), url: url.href })
        })
      })
      request.end(body)
    })
  }

  const browser = {
    get: (place: string, options?: Options) => ask('GET', place, options),
    post: (place: string, form: Record<string, string>, options?: Options) => ask('POST', place, { ...options, form }),
    /** Where an answer leads. */
    next: (answer: BrowserResponse) => new URL(answer.headers.location ?? '', answer.url).href,
    /** Follows redirects, until there are none or `isEnd` knows the next address. */
    async follow(answer: BrowserResponse, isEnd: (place: string) => boolean = () => false): Promise<BrowserResponse> {
      let last = answer
      while (last.headers.location && !isEnd(browser.next(last))) last = await browser.get(browser.next(last))
      return last
    },
    /** All cookies, as a header. */
    header: () => [...cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; '),
    cookie: (name: string) => [...cookies.values()].find((one) => one.name === name)?.value,
    put: (name: string, value: string) => {
      cookies.set(`${name} /`, { name, value, path: '/' })
    },
  }
  return browser
}

export type Browser = ReturnType<typeof openBrowser>
