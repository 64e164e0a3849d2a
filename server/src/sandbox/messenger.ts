import { randomUUID } from 'node:crypto'
import { sign } from '@telegram-apps/init-data-node'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { escaped, plainPage } from '../http/plain-page.ts'
import type { Secrets } from '../secrets.ts'

type MessengerOptions = { config: Config; keys: Pick<Secrets, 'telegramBotToken'> }

const text = (most: number, standard = '') =>
  z
    .string()
    .trim()
    .max(most)
    .catch('')
    .transform((value) => value || standard)

const asked = z.object({
  id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  username: text(64),
  first_name: text(100, 'Guest'),
  last_name: text(100),
  language_code: text(10, 'en'),
  /** Tracking of the messenger's own links. */
  start_param: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .catch(undefined),
  /** Seconds ago that the mini-app was opened; below zero is the future. */
  age: z.coerce.number().int().catch(0),
})

/** What the messenger hands to a mini-app, signed with the bot's token as the messenger signs it. */
function sandboxInitData({ age, start_param, ...user }: z.output<typeof asked>, token: string): string {
  const data = { user, query_id: randomUUID(), ...(start_param && { start_param }) }
  return sign(data, token, new Date(Date.now() - age * 1000))
}

const hashOf = (initData: string) =>
  new URLSearchParams({ tgWebAppData: initData, tgWebAppVersion: '8.0', tgWebAppPlatform: 'web' }).toString()

/** The messenger: a page where one says who one is there, and a link that opens the site as its mini-app does. */
export async function sandboxMessenger(app: FastifyInstance, { config, keys }: MessengerOptions) {
  const { current } = keys.telegramBotToken

  app.get('/sandbox/messenger', async (request, reply) => {
    const person = asked.safeParse(request.query)
    const made = person.success ? opened(hashOf(sandboxInitData(person.data, current)), person.data.first_name) : ''
    const { html, headers } = plainPage({ config, title: 'Sandbox: messenger', body: made + form, hasForm: true })
    return reply.headers(headers).send(html)
  })

  app.get('/sandbox/messenger.json', async (request, reply) => {
    const person = asked.safeParse(request.query)
    reply.header('cache-control', 'no-store')
    if (!person.success) return reply.code(400).send({ error: 'id takes a whole number' })
    const payload = sandboxInitData(person.data, current)
    return { payload, url: `${config.origin}/#${hashOf(payload)}` }
  })
}

const opened = (hash: string, name: string) =>
  `<p>Signed for ${escaped(name)}, good for one use within 24 hours:</p>
<p><a class="button" href="/#${escaped(hash)}">Open the mini-app</a></p>`

const form = `<form><p>This page stands in for the messenger. Who opens the mini-app?</p>
<label>Id <input name="id" inputmode="numeric" required pattern="[0-9]{1,15}" value="7000001"></label>
<label>First name <input name="first_name" maxlength="100" value="Mara"></label>
<label>Last name <input name="last_name" maxlength="100"></label>
<label>User name <input name="username" maxlength="64" value="mara_example"></label>
<label>Language <input name="language_code" maxlength="10" value="en"></label>
<button>Sign</button></form>`
