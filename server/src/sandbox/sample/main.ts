import { mkdirSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { openBooks } from './books.ts'
import { openRoundDesk } from './desk.ts'
import { openPost } from './post.ts'
import { serve } from './serve.ts'
import { openWallet } from './wallet.ts'

/**
 * "Halcyon": a provider of two games, another process that shares nothing with the site but the wallet protocol.
 * Settings: WALLET_URL, SECRET_FILE, BOOKS_DIR, HOMES (origins that may frame it), PORT (0: any),
 * PATIENCE_MS (how long a stake may stay without an answer). It ends with its input.
 */
const { WALLET_URL = '', SECRET_FILE = '', BOOKS_DIR = '', HOMES = '', PORT = '0', PATIENCE_MS = '30000' } = process.env

mkdirSync(BOOKS_DIR, { recursive: true })
const books = openBooks(join(BOOKS_DIR, 'books.sqlite'))
const wallet = openWallet({ url: WALLET_URL, provider: 'sample', secret: readFileSync(SECRET_FILE, 'utf8').trim() })
const post = openPost({ books, wallet, patienceMs: Number(PATIENCE_MS) })
const homes = HOMES.split(' ').filter(Boolean)
const server = serve(openRoundDesk({ books, wallet, post, homes }), homes)

/** Another process may have taken the port of last time. */
server.once('error', () => server.listen(0, '127.0.0.1'))
server.listen(Number(PORT), '127.0.0.1')
server.on('listening', () => {
  const address = server.address()
  if (isAddress(address)) console.log(`port ${address.port}`)
})

const isAddress = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), 3_000).unref()
  server.close()
  server.closeIdleConnections()
  await post.close()
  books.close()
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The process that started it is gone, however that happened.
process.stdin.on('end', stop).on('error', stop).resume()
