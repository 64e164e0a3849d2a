// A process of its own, started by account.ts: a bare Fastify route that makes one primary-key query.
import fastify from 'fastify'
import { Pool } from 'pg'

const [url, playerId] = process.argv.slice(2)
const pool = new Pool({ connectionString: url, max: 16 })
const text = 'select id, login, fakename, locale, currency, reg_time, email, phone from account_player where id = $1'

const app = fastify()
app.get('/', async () => {
  const { rows } = await pool.query(text, [playerId])
  return { result: 1, data: rows[0] }
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
