import type { FastifyInstance } from 'fastify'

type Wanted = { address?: string; userAgent?: string }
type Body = Record<string, string>

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'

/** A browser that keeps its cookies, at an address of its own. */
export function openBrowser(app: FastifyInstance, { address = '198.51.100.1', userAgent = chrome }: Wanted = {}) {
  const cookies = new Map<string, string>()
  /** Attributes of the cookies of the last answer, by name. */
  const attributes = new Map<string, string>()

  function keep(lines: readonly string[]) {
    for (const line of lines) {
      const [pair = '', ...rest] = line.split('; ')
      const at = pair.indexOf('=')
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)]
      attributes.set(name, rest.join('; '))
      if (rest.includes('Max-Age=0')) cookies.delete(name)
      else cookies.set(name, value)
    }
  }

  async function send(method: 'GET' | 'POST', name: string, params: Body) {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const answer = await app.inject({
      method,
      url: `/api/${name}`,
      remoteAddress: address,
      headers: {
        'sec-fetch-site': 'same-origin',
        'user-agent': userAgent,
        ...(cookie && { cookie }),
        ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(method === 'GET' ? { query: params } : { payload: new URLSearchParams(params).toString() }),
    })
    const lines = answer.headers['set-cookie'] ?? []
    keep(Array.isArray(lines) ? lines : [lines])
    const json = answer.json()
    return {
      status: answer.statusCode,
      json,
      data: json.data,
      error: json.error,
      body: answer.body,
      headers: answer.headers,
      /** `AuthorizationException TWO_FACTOR`, or `ok`. */
      said: json.result === 1 ? 'ok' : [json.error.type, json.error.error_data?.reason].filter(Boolean).join(' '),
    }
  }

  return {
    cookies,
    attributes,
    get: (name: string, params: Body = {}) => send('GET', name, params),
    post: (name: string, params: Body = {}) => send('POST', name, params),
  }
}

export type Browser = ReturnType<typeof openBrowser>
