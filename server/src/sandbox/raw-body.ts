import type { FastifyInstance, FastifyRequest } from 'fastify'

/** The bytes of every body as they came, because they are what is signed. */
export function keepRawBodies(scope: FastifyInstance, bodyLimit: number) {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser<Buffer>('*', { parseAs: 'buffer', bodyLimit }, async (_: unknown, body: Buffer) => body)
}

export const bytesOf = ({ body }: Pick<FastifyRequest, 'body'>): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.alloc(0)

export const formOf = (request: Pick<FastifyRequest, 'body'>) => new URLSearchParams(bytesOf(request).toString('utf8'))
