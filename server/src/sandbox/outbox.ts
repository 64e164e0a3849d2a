import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import { escaped, plainPage } from '../http/plain-page.ts'

type Kept = { channel: 'email' | 'sms'; recipient: string; subject: string; text: string; html: string }

const mostShown = 200

export const keepLetter = (db: Db, letter: Kept) => db.insertInto('sandbox_letter').values(letter).execute()

export const readLetters = (db: Db, to: string | undefined) =>
  db
    .selectFrom('sandbox_letter')
    .select(['recipient', 'channel', 'subject', 'text', 'html', 'at'])
    .$if(to !== undefined, (letters) => letters.where('recipient', '=', to ?? ''))
    .orderBy('id', 'desc')
    .limit(mostShown)
    .execute()

const query = z.object({ to: z.string().trim().min(1).max(254).optional().catch(undefined) })

/** Where mails and messages of the sandbox arrive. */
export function outbox(
  app: FastifyInstance,
  { config, sql }: { config: Pick<Config, 'isSecure' | 'origin'>; sql: Db },
) {
  app.get('/sandbox/outbox.json', async (request, reply) => {
    const letters = await readLetters(sql, query.parse(request.query).to)
    reply.header('cache-control', 'no-store')
    return {
      items: letters.map(({ recipient, channel, subject, text, at }) => ({
        to: recipient,
        channel,
        subject,
        text,
        at,
      })),
    }
  })

  app.get('/sandbox/outbox', async (request, reply) => {
    const { to } = query.parse(request.query)
    const letters = await readLetters(sql, to)
    const { headers, html } = plainPage({
      config,
      title: 'Outbox',
      hasForm: true,
      body: `<p>Every mail and message that the sandbox was given, newest first. Nothing leaves this machine.</p>
<form><label>To <input name="to" value="${escaped(to ?? '')}" autocomplete="off"></label><button>Show</button>
${to ? '<a href="/sandbox/outbox">Show all</a>' : ''}</form>${letters.map((letter) => drawn(letter, config.origin)).join('') || '<p>No letters yet.</p>'}`,
    })
    return reply.headers(headers).send(html)
  })
}

type Shown = Awaited<ReturnType<typeof readLetters>>[number]

function drawn({ recipient, channel, subject, text, at }: Shown, origin: string): string {
  const word = channel === 'sms' ? 'SMS' : 'Mail'
  return `<article><h2>${escaped(subject || word)}</h2>
<p><small>${word} to <a href="/sandbox/outbox?to=${encodeURIComponent(recipient)}">${escaped(recipient)}</a>,
<time datetime="${at.toISOString()}">${at.toISOString().replace('T', ' ').slice(0, 19)} UTC</time></small></p>
<div class="text">${withLinks(text, origin)}</div></article>`
}

/** Addresses of this site can be clicked; everything else is only text. */
const withLinks = (text: string, origin: string) =>
  escaped(text)
    .replace(/https?:\/\/[^\s<>]+/g, (url) => (url.startsWith(`${origin}/`) ? `<a href="${url}">${url}</a>` : url))
    .replaceAll('\n', '<br>')
