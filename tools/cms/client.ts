import { z } from 'zod'

export type Strapi = ReturnType<typeof openStrapi>

const fault = z.object({ error: z.object({ message: z.string(), details: z.unknown() }) })

/** Strapi's REST API with a token that may write. */
export function openStrapi({ url, token }: { url: string; token: string }) {
  async function ask(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    body?: object | FormData,
  ): Promise<unknown> {
    const isForm = body instanceof FormData
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && !isForm && { 'content-type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.ok) return text === '' ? null : JSON.parse(text)
    if (response.status === 404 && method === 'GET') return null
    const said = fault.safeParse(safeJson(text)).data?.error
    throw new Error(`${method} ${path.split('?')[0]}: ${response.status} ${said ? JSON.stringify(said) : ''}`)
  }
  return { url, ask }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
