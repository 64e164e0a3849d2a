import { z } from 'zod'

/** A no of the content API, in the words and shape of Strapi. */
export class ContentError extends Error {
  readonly status: number
  readonly details: Record<string, unknown>
  readonly retrySeconds: number | undefined

  constructor(
    status: number,
    name: string,
    message: string,
    details: Record<string, unknown> = {},
    retrySeconds?: number,
  ) {
    super(message)
    this.name = name
    this.status = status
    this.details = details
    this.retrySeconds = retrySeconds
  }

  toWire() {
    const { status, name, message, details } = this
    return { data: null, error: { status, name, message, details } }
  }
}

export const invalid = (message: string, details: Record<string, unknown> = {}) =>
  new ContentError(400, 'ValidationError', message, details)

export const invalidKey = (key: string, param: string) =>
  invalid(`Invalid key ${key}`, { key, path: key, source: 'query', param })

const said = z.object({
  error: z.object({
    status: z.number().int().min(400).max(599),
    name: z.string().min(1).max(100),
    message: z.string().transform((text) => text.slice(0, 300)),
  }),
})

/** What a content backend said of its failure; one that it did not name is an unknown error, whatever it was. */
export function contentFailure(body: unknown): ContentError {
  const { data } = said.safeParse(body)
  if (!data) return new ContentError(500, 'UnknownError', 'Unknown error')
  return new ContentError(data.error.status, data.error.name, data.error.message)
}
