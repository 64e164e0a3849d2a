import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { escaped, plainPage } from '../http/plain-page.ts'
import { feedStanding, type ShownMatch } from './feed/serve.ts'
import type { FeedSimulator } from './feed-simulator.ts'
import { formOf, keepRawBodies } from './raw-body.ts'

export type FeedHands = Pick<FeedSimulator, 'ask'>

const mount = '/sandbox/feed'

const button = (name: string, event: string, label: string, side = '') =>
  `<form method="post" action="${mount}"><input type="hidden" name="do" value="${name}">
<input type="hidden" name="event" value="${escaped(event)}"><input type="hidden" name="side" value="${side}">
<button>${escaped(label)}</button></form>`

function liveMatch({ event, sport, home, away, state, period, score }: ShownMatch): string {
  const goals =
    sport === 'football' || sport === 'hockey'
      ? [button('goal', event, `Goal: ${home}`, '1'), button('goal', event, `Goal: ${away}`, '2')].join('') +
        button('cancel', event, 'Take the last goal back')
      : ''
  return `<details><summary>${escaped(home)} – ${escaped(away)}: ${escaped(score)}, ${escaped(period)}, ${escaped(sport)}, ${escaped(state)}</summary>
${goals}${button('stop', event, 'Stop betting for 30 seconds')}${button('abandon', event, 'Abandon')}${button('dispute', event, 'Tell a wrong result')}</details>`
}

const comingMatch = ({ event, sport, home, away, startsAt }: ShownMatch): string =>
  `<details><summary>${escaped(home)} – ${escaped(away)}: ${escaped(startsAt)}, ${escaped(sport)}</summary>
${button('postpone', event, 'Put off by an hour')}</details>`

const words: Record<string, string> = {
  done: 'It happens.',
  not: 'That cannot be now.',
}

/** Where a person, or a test, makes things happen in the simulated matches. */
export async function sandboxFeed(
  app: FastifyInstance,
  { config, hands }: { config: Config; hands: FeedHands | undefined },
) {
  await app.register(
    async (scope) => {
      keepRawBodies(scope, 16_384)

      scope.get<{ Querystring: { said?: string } }>('/', async ({ query }, reply) => {
        const standing = feedStanding.safeParse((await hands?.ask('/state', {}))?.said)
        const { live, coming } = standing.success ? standing.data : { live: [], coming: [] }
        const body = standing.success
          ? `<p>${escaped(words[query.said ?? ''] ?? 'What you make happen is told as by any feed. Such a match is marked as handled, and has no proof.')}</p>
${button('silence', '', 'Let the feed be silent for 30 seconds')}
<h2>Played now</h2>${live.map(liveMatch).join('')}<h2>To come</h2>${coming.map(comingMatch).join('')}`
          : '<p>The simulator of sports events does not run, or does not answer yet.</p>'
        const { html, headers } = plainPage({ config, title: 'Sandbox: sports feed', body, hasForm: true })
        return reply.headers(headers).send(html)
      })

      scope.post('/', async (request, reply) => {
        const form = formOf(request)
        const side = Number(form.get('side'))
        const wish = { do: form.get('do'), event: form.get('event') ?? '', ...(side > 0 && { side }) }
        const answer = await hands?.ask('/act', wish)
        return reply.redirect(`${mount}?said=${answer?.status === 200 ? 'done' : 'not'}`, 303)
      })
    },
    { prefix: mount },
  )
}
