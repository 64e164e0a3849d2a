import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { escaped, plainPage } from '../http/plain-page.ts'
import type { Talk, Talks } from './chat/talks.ts'
import { formOf, keepRawBodies } from './raw-body.ts'

const mount = '/sandbox/chat'

const shown = ({ id, visitor, lines }: Talk): string =>
  `<fieldset><legend>${visitor ? `Player ${escaped(visitor)}` : 'A guest'}</legend>
${lines.map(({ from, text }) => `<p><small>${from === 'agent' ? 'You' : 'They'}:</small> ${escaped(text)}</p>`).join('')}
<form method="post" action="${mount}"><input type="hidden" name="conversation" value="${escaped(id)}">
<label>Answer <input name="text" maxlength="2000" required autocomplete="off"></label><button>Send</button></form></fieldset>`

/** Where a person, or a test, sits at the other end of the stand-in chat. */
export async function sandboxChat(app: FastifyInstance, { config, talks }: { config: Config; talks: Talks | null }) {
  await app.register(
    async (scope) => {
      keepRawBodies(scope, 16_384)

      scope.get('/', async (_, reply) => {
        const all = talks?.all() ?? []
        const body = talks
          ? `<p>Conversations of the stand-in chat, the last one first. Load the page again to see what is new.</p>
${all.length > 0 ? all.map(shown).join('') : '<p>Nothing has been said yet. The chat is opened at <a href="/support">/support</a>.</p>'}`
          : '<p>The stand-in chat runs on the address of this machine only.</p>'
        const { html, headers } = plainPage({ config, title: 'Sandbox: chat', body, hasForm: true })
        return reply.headers(headers).send(html)
      })

      scope.post('/', async (request, reply) => {
        const form = formOf(request)
        const isSent = talks?.answer(form.get('conversation') ?? '', form.get('text') ?? '')
        return isSent ? reply.redirect(mount, 303) : reply.code(422).type('text/plain').send('No such conversation')
      })
    },
    { prefix: mount },
  )
}
