import { createServer } from 'node:http'

type Fields = Record<string, unknown>
export type Site = { locales: object[]; singles: Record<string, Fields>; collections: Record<string, Fields[]> }

const english = { id: 1, code: 'en', name: 'English (en)', isDefault: true }
const spanish = { id: 2, code: 'es', name: 'Spanish (es)', isDefault: false }
export const languages = [english, spanish]

const framing = (address: string) => `<!doctype html><title>outside</title><iframe src="${address}"></iframe>`

/** Strapi 5 as far as the site asks: several of them, each below a name of its own. */
export async function startStrapi(sitesOf: (origin: string) => Record<string, Site>) {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://strapi.invalid')
    const [, name = '', api, ...rest] = url.pathname.split('/')
    if (name === 'frame')
      return response.setHeader('content-type', 'text/html').end(framing(url.searchParams.get('of') ?? ''))
    const [site, asked] = [sites[name], rest.join('/')]
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (!site || api !== 'api') return send(404, { data: null, error: { status: 404, name: 'NotFoundError' } })
    if (asked === 'i18n/locales') return send(200, site.locales)
    const [single, list] = [site.singles[asked], site.collections[asked]]
    if (single) return send(200, { data: { id: 1, documentId: 'only', ...single }, meta: {} })
    if (!list) return send(404, { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found' } })
    const data = list.map((fields, at) => ({ id: at + 1, documentId: `doc${at}`, ...fields }))
    send(200, { data, meta: { pagination: { page: 1, pageSize: 100, pageCount: 1, total: data.length } } })
  })
  await new Promise<void>((ready) => server.listen(0, ready))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const origin = `http://127.0.0.1:${port}`
  const sites = sitesOf(origin)
  return {
    origin,
    /** The same server under another name: for a browser it is another site. */
    stranger: `http://localhost:${port}`,
    urlOf: (name: string) => `${origin}/${name}`,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
