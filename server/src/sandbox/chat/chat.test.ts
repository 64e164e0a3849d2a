import { expect, test } from 'vitest'
import { testApp } from '../../test/app.ts'

const { as, send, parts, config } = await testApp()

const script = () => parts.chatStandIn() ?? ''
const home = () => new URL(script()).origin

async function begin(visitor = '') {
  const answer = await fetch(`${home()}/frame?visitor=${visitor}&locale=en`)
  const page = await answer.text()
  return { id: /"fresh":"([0-9a-f]+)"/.exec(page)?.[1] ?? '', page, answer }
}
const say = (conversation: string, text: string) =>
  fetch(`${home()}/messages`, { method: 'POST', body: new URLSearchParams({ conversation, text }) })
const linesOf = async (id: string, after = 0) =>
  (await (await fetch(`${home()}/messages?conversation=${id}&after=${after}`)).json()).items

test('the house says whose chat it has, with the settings of that one alone', async () => {
  const { json } = await as(null).get('support.getsettings')
  expect(json.data).toEqual({
    chat: 'freshChat',
    config: { freshChat: { id: 'sandbox', license: '', src: script(), widget_id: '', lang: '' } },
    email: 'support@croupier.example',
  })
})

test('it is another origin, under a name that gets no cookie of ours', () => {
  expect(home()).not.toBe(config.origin)
  expect(new URL(home()).hostname).not.toBe(new URL(config.origin).hostname)
})

test('what a visitor says is read and answered at /sandbox/chat', async () => {
  const { id } = await begin('77')
  expect((await say(id, 'Is <b>anybody</b> there?')).status).toBe(201)
  const page = await send({ method: 'GET', url: '/sandbox/chat' })
  expect(page.body).toContain('Player 77')
  expect(page.body).toContain('Is &#60;b&#62;anybody')
  const answer = await send({
    method: 'POST',
    url: '/sandbox/chat',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ conversation: id, text: 'Yes, we are.' }).toString(),
  })
  expect(answer.status).toBe(303)
  expect(await linesOf(id)).toMatchObject([
    { n: 1, from: 'visitor' },
    { n: 2, from: 'agent', text: 'Yes, we are.' },
  ])
  expect(await linesOf(id, 1)).toHaveLength(1)
})

test('nothing is said in a conversation that is not there, and nothing empty', async () => {
  const { id } = await begin()
  expect((await say('0'.repeat(24), 'Hello')).status).toBe(422)
  expect((await say(id, '   ')).status).toBe(422)
  expect((await say(id, 'x'.repeat(20_000))).status).toBe(422)
  expect((await fetch(`${home()}/messages?conversation=none`)).status).toBe(404)
})

test('its frame stands in pages of the house only, and words in its address are no markup', async () => {
  const { page, answer } = await begin(encodeURIComponent('</script><script>alert(1)'))
  expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${config.origin}`)
  expect(page).not.toContain('</script><script>alert')
})
