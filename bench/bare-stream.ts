// A stream as bare as Node has it: what is posted goes to all who listen. Its own process, as the site is.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

const lines = new Set<ServerResponse>()

const server = createServer(async (request, response) => {
  if (request.method === 'POST') {
    const frame = await buffer(request)
    for (const line of lines) line.write(frame)
    response.end()
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.flushHeaders()
  lines.add(response)
  response.once('close', () => lines.delete(response))
})
const portOf = (address: AddressInfo | string | null) => (typeof address === 'object' ? address?.port : undefined)
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${portOf(server.address())}`))
process.once('SIGTERM', () => process.exit(0))
