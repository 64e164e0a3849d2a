import { createTransport } from 'nodemailer'
import { isAddress, oneLine } from './rules.ts'
import type { Gateway } from './send-letter.ts'

type Sender = { name: string; address: string }

type Options = {
  /** `smtp://user:password@host:587`, or `smtps://` for a connection that is encrypted from its first byte. */
  url: string
  from: Sender
  patienceMs?: number
}

export function openSmtp({ url, from, patienceMs = 10_000 }: Options): Gateway {
  const transport = createTransport({
    url,
    // Greetings take longer than letters, so a connection is used for several.
    pool: true,
    maxConnections: 5,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    // A letter is made of what it is handed, never of a file or of an address to fetch.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, text, html, headers }) {
      if (!isAddress(to)) throw new Error('not one address to send to')
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        // Said apart from the headers, so that nothing in a header can add a recipient.
        envelope: { from: from.address, to: [to] },
        subject: oneLine(subject),
        text,
        ...(html !== null && { html }),
        headers: { ...headers, 'Auto-Submitted': 'auto-generated' },
        messageId: `<letter-${id}@${from.address.split('@')[1]}>`,
      })
    },
    close: () => transport.close(),
  }
}
