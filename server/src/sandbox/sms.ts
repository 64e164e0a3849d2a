import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import { parseJson } from '../parse-json.ts'
import { keepLetter } from './outbox.ts'

const message = z.object({ to: z.string().regex(/^\+\d{6,15}$/), text: z.string().min(1).max(2000) })
const mostBytes = 16_384

/** An SMS gateway of our own on this machine: it takes what bears the right token, and delivers to the outbox page. */
export async function openSmsPeer({ sql, token, log }: { sql: Db; token: string; log: Log }) {
  async function take(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405
    if (request.headers.authorization !== `Bearer ${token}`) return 401
    const parsed = message.safeParse(await readJson(request))
    if (!parsed.success) return 422
    const { to, text } = parsed.data
    await keepLetter(sql, { channel: 'sms', recipient: to, subject: '', text, html: '' })
    return 202
  }

  const server = createServer((request, response) => {
    take(request)
      .catch(() => {
        log.warn('the sandbox could not keep a message')
        return 503
      })
      .then((status) => response.writeHead(status, { connection: 'close' }).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('the sandbox has no SMS gateway')
  return {
    url: `http://127.0.0.1:${address.port}/messages`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > mostBytes) return null
    chunks.push(chunk)
  }
  return parseJson(Buffer.concat(chunks).toString('utf8'))
}
