import { readFileSync } from 'node:fs'
import { keepSecret } from '../../secrets.ts'
import { openHouseLine, postTo } from './house-line.ts'
import { openSimulatorMemory } from './memory.ts'
import { serveHouse } from './serve.ts'
import { runSimulator } from './simulator.ts'

/**
 * The simulator of sports events: another process that shares nothing with the site but the feed's protocol.
 * Settings: HOUSE_URL, SECRET_FILE (what it signs with), WORLD_FILE (what its world follows
 * from), MEMORY_DIR, PORT (any that is free). For tests SPEED and CLOCK_FROM (a clock that runs so
 * many times faster from that moment on), CLOCK_UNTIL (where it stands still), BACKGROUND (off: only what is played is
 * told). It ends with its input.
 */
const { HOUSE_URL = '', SECRET_FILE = '', WORLD_FILE = '', MEMORY_DIR = '', PORT = '0', BACKGROUND } = process.env
const { SPEED = '1', CLOCK_FROM = '0', CLOCK_UNTIL = 'Infinity' } = process.env

const [from, speed, until] = [Number(CLOCK_FROM), Number(SPEED), Number(CLOCK_UNTIL)]
const memory = openSimulatorMemory(MEMORY_DIR)
const key = readFileSync(SECRET_FILE, 'utf8').trim()
const line = openHouseLine({
  post: postTo({ url: HOUSE_URL, secret: key }),
  nextEpoch: memory.nextEpoch,
  complain: (text) => console.error(text),
})
const simulator = runSimulator({
  secret: keepSecret(WORLD_FILE),
  line,
  memory,
  clock: () => Math.min(until, from + (Date.now() - from) * speed),
  hasBackground: BACKGROUND !== 'off',
})
const server = serveHouse(simulator, key)
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address !== null) console.log(`port ${address.port}`)
})

let isStopping = false
async function stop() {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), 3_000).unref()
  server.close()
  await simulator.close()
  process.exit(0)
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The process that started it is gone, however that happened.
process.stdin.on('end', stop).on('error', stop).resume()
