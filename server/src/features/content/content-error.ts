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
