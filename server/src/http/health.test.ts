import { expect, test, vi } from 'vitest'
import { metricsToken, testApp } from '../test/app.ts'

const { db, send, state, as } = await testApp()

const metrics = (authorization?: string) =>
  send({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })

test('a living process says so', async () => {
  expect(await send({ url: '/healthz' })).toMatchObject({ status: 200, json: { status: 'up' } })
})

test('a process is ready while its database answers and it is not stopping', async () => {
  expect((await send({ url: '/readyz' })).status).toBe(200)
  state.isClosing = true
  expect((await send({ url: '/readyz' })).status).toBe(503)
  state.isClosing = false
})

test('a database that says no, or nothing for a second, is not ready', async () => {
  const query = vi.spyOn(db.pool, 'query')
  try {
    query.mockImplementation(() => Promise.reject(new Error('away')))
    expect((await send({ url: '/readyz' })).status).toBe(503)
    query.mockImplementation(() => new Promise(() => {}))
    const from = performance.now()
    expect((await send({ url: '/readyz' })).status).toBe(503)
    expect(performance.now() - from).toBeLessThan(30_000)
  } finally {
    query.mockRestore()
  }
})

test.each([undefined, '', 'Bearer', `Bearer ${metricsToken}x`, metricsToken, `Basic ${metricsToken}`])(
  'metrics are closed to %s',
  async (authorization) => {
    const answer = await metrics(authorization)
    expect(answer.status).toBe(401)
    expect(answer.body).not.toContain('process_')
  },
)

test('metrics name the route, never what a stranger made up', async () => {
  await as(null).get('BANNERS.get')
  await as(null).get('made.up.by.a.stranger')
  const { status, body } = await metrics(`Bearer ${metricsToken}`)
  expect(status).toBe(200)
  expect(body).toContain('http_request_seconds_count{route="/api/banners.get",method="GET",status="200"} 1')
  expect(body).toContain('route="/api/:method"')
  expect(body).not.toContain('stranger')
  expect(body).toContain('process_cpu_user_seconds_total')
})
