import { once } from 'node:events'
import { domainToUnicode } from 'node:url'
import { SMTPServer } from 'smtp-server'
import type { Db } from '../db/db.ts'
import type { Log } from '../log.ts'
import { readMime } from './mime.ts'
import { keepLetter } from './outbox.ts'

const mostBytes = 1_048_576

/** A mail server of our own on this machine: it takes every letter and delivers it to the outbox page. */
export async function openSmtpPeer({ sql, log }: { sql: Db; log: Log }) {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSTARTTLS: true,
    size: mostBytes,
    // Asking the network for the name of our own machine takes time and tells nothing.
    disableReverseLookup: true,
    closeTimeout: 1_000,
    onData(stream, session, done) {
      const keep = async () => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk)
        if (stream.sizeExceeded) throw new Error('too large')
        const { headers, text, html } = readMime(Buffer.concat(chunks))
        const subject = headers.get('subject') ?? ''
        for (const { address } of session.envelope.rcptTo)
          await keepLetter(sql, { channel: 'email', recipient: readable(address), subject, text, html })
      }
      keep().then(
        () => done(),
        () => {
          log.warn('the sandbox could not keep a letter')
          // Too large stays too large; anything else may pass, so the sender tries again.
          done(Object.assign(new Error('not taken'), { responseCode: stream.sizeExceeded ? 552 : 451 }))
        },
      )
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (typeof address !== 'object' || !address) throw new Error('the sandbox has no mail server')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** On the wire a domain is written in plain letters; people look for it as they wrote it. */
const readable = (address: string) => address.replace(/[^@]+$/, domainToUnicode)
