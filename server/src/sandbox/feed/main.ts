import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keepSecret } from '../../secrets.ts'
import { openHouseLine, postTo } from './house-line.ts'
import { openMemory } from './memory.ts'
import { runSimulator } from './simulator.ts'

/**
 * The simulator of sports events: another process that shares nothing with the site but the feed's protocol.
 * Settings: HOUSE_URL, SECRET_FILE (what it signs with), MEMORY_DIR, SPEED and CLOCK_FROM (a clock that from that moment
 * on runs so many times faster), BACKGROUND (off: only what is played is told). It ends with its input.
 */
const { HOUSE_URL = '', SECRET_FILE = '', MEMORY_DIR = '', SPEED = '1', CLOCK_FROM = '0', BACKGROUND } = process.env

const from = Number(CLOCK_FROM)
const speed = Number(SPEED)
const memory = openMemory(MEMORY_DIR)
const line = openHouseLine({
  post: postTo({ url: HOUSE_URL, secret: readFileSync(SECRET_FILE, 'utf8').trim() }),
  nextEpoch: memory.nextEpoch,
  complain: (text) => console.error(text),
})
const simulator = runSimulator({
  secret: keepSecret(join(MEMORY_DIR, 'world-secret')),
  line,
  memory,
  clock: () => from + (Date.now() - from) * speed,
  hasBackground: BACKGROUND !== 'off',
})
console.log('ready')

let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), 3_000).unref()
  await simulator.close()
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The process that started it is gone, however that happened.
process.stdin.on('end', stop).on('error', stop).resume()
