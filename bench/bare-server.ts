// A process of its own, started by main.ts: a bare Fastify route that sends one stored answer.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'
import { z } from 'zod'

const stored = z.object({ headers: z.record(z.string(), z.string()), body: z.base64() })
const { headers, body } = stored.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))
const bytes = Buffer.from(body, 'base64')

const app = fastify()
app.get('/', (_request, reply) => reply.headers(headers).send(bytes))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', () => app.close())
