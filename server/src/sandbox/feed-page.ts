import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/db.ts'
import type { Listener } from '../db/listener.ts'
import { escaped, plainPage } from '../http/plain-page.ts'
import { feedStanding, type ShownMatch } from './feed/serve.ts'
import { type FeedHands, openPassing } from './pass-wishes.ts'
import { formOf, keepRawBodies } from './raw-body.ts'

const mount = '/sandbox/feed'

const button = (name: string, event: string, label: string, side = '') =>
  `<form method="post" action="${mount}"><input type="hidden" name="do" value="${name}">
<input type="hidden" name="event" value="${escaped(event)}"><input type="hidden" name="side" value="${side}">
<button>${escaped(label)}</button></form>`

/** What counts in each sport. */
const scoreWords: Readonly<Record<string, string>> = { tennis: 'Point', basketball: 'Two points', shooter: 'Round' }

function liveMatch({ event, sport, home, away, state, period, score }: ShownMatch): string {
  const word = scoreWords[sport] ?? 'Goal'
  const goals = [
    button('goal', event, `${word}: ${home}`, '1'),
    button('goal', event, `${word}: ${away}`, '2'),
    button('cancel', event, `Take the last ${word === 'Two points' ? 'points' : word.toLowerCase()} back`),
  ].join('')
  return `<details><summary>${escaped(home)} – ${escaped(away)}: ${escaped(score)}, ${escaped(period)}, ${escaped(sport)}, ${escaped(state)}</summary>
${goals}${button('stop', event, 'Stop betting for 30 seconds')}${button('hurry', event, 'Play on ten times faster')}${button('abandon', event, 'Abandon')}${button('dispute', event, 'Tell a wrong result')}</details>`
}

const comingMatch = ({ event, sport, home, away, startsAt }: ShownMatch): string =>
  `<details><summary>${escaped(home)} – ${escaped(away)}: ${escaped(startsAt)}, ${escaped(sport)}</summary>
${button('postpone', event, 'Put off by an hour')}</details>`

const words: Record<string, string> = {
  done: 'It happens.',
  passed: 'Passed to the node whose simulator is heard: where it can be, it happens.',
  not: 'That cannot be now.',
}

const beside =
  'Another node of this house is heard: its simulator started last. What you press here is passed to it. This list does not know what was pressed there.'

/** Where a person, or a test, makes things happen in the simulated matches. */
export async function sandboxFeed(
  app: FastifyInstance,
  { config, hands, db, listener }: { config: Config; hands: FeedHands | undefined; db: Db; listener: Listener | null },
) {
  const passing = hands && (await openPassing(hands, { db, listener }))
  await app.register(
    async (scope) => {
      keepRawBodies(scope, 16_384)
      scope.addHook('onClose', async () => passing?.close())

      scope.get<{ Querystring: { said?: string } }>('/', async ({ query }, reply) => {
        const standing = feedStanding.safeParse((await hands?.ask('/state', {}))?.said)
        const { live, coming, isHeard } = standing.success ? standing.data : { live: [], coming: [], isHeard: true }
        const body = standing.success
          ? `<p>${escaped(words[query.said ?? ''] ?? 'What you make happen is told as by any feed. Such a match is marked as handled, and has no proof.')}</p>
${isHeard ? '' : `<p>${beside}</p>`}${button('silence', '', 'Let the feed be silent for 30 seconds')}
<h2>Played now</h2>${live.map(liveMatch).join('')}<h2>To come</h2>${coming.map(comingMatch).join('')}`
          : '<p>The simulator of sports events does not run, or does not answer yet.</p>'
        const { html, headers } = plainPage({ config, title: 'Sandbox: sports feed', body, hasForm: true })
        return reply.headers(headers).send(html)
      })

      scope.post('/', async (request, reply) => {
        const form = formOf(request)
        const side = Number(form.get('side'))
        const wish = { do: form.get('do'), event: form.get('event') ?? '', ...(side > 0 && { side }) }
        return reply.redirect(`${mount}?said=${(await passing?.act(wish)) ?? 'not'}`, 303)
      })
    },
    { prefix: mount },
  )
}
