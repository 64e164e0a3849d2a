import { contract, methodNames } from '@croupier/contract/contract'
import { expect, test } from 'vitest'
import { testApp } from '../test/app.ts'

const { send } = await testApp()
const { json } = await send({ url: '/api/openapi.json' })

test('every method of the contract is described with its verb and who may call it', () => {
  expect(json.openapi).toBe('3.1.0')
  expect(Object.keys(json.paths).sort()).toEqual(methodNames.map((name) => `/api/${name}`).sort())
  for (const name of methodNames) {
    const operation = json.paths[`/api/${name}`][contract[name].verb.toLowerCase()]
    expect(operation.operationId).toBe(name)
    expect(operation.security).toEqual(contract[name].who === 'player' ? [{ session: [] }] : [{}, { session: [] }])
    expect(operation.responses[200].content['application/json'].schema.properties.result).toEqual({ const: 1 })
  }
})

test('parameters, bodies and refusals come from the contract', () => {
  const events = json.paths['/api/events.handle'].get
  expect(events.parameters.find((one: { name: string }) => one.name === 'event_name')).toMatchObject({
    in: 'query',
    required: true,
    schema: { enum: expect.arrayContaining(['page_view']) },
  })
  expect(events.responses[422].description).toContain('InvalidParameterException:EVENT_TOO_LARGE')
  const set = json.paths['/api/storage.set'].post
  expect(Object.keys(set.requestBody.content)).toEqual(['application/x-www-form-urlencoded', 'multipart/form-data'])
  expect(set.responses[422].description).toContain('StorageQuotaExceededException')
  expect(set.responses).toHaveProperty('401')
})

test('every reference in the description leads somewhere', () => {
  const references = [...JSON.stringify(json).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path)
  expect(references.length).toBeGreaterThan(0)
  for (const path of references) {
    const found = path.split('/').reduce((node, key) => node?.[key], json)
    expect(found, path).toBeDefined()
  }
})

test('people read the same on one page without a script', async () => {
  const page = await send({ url: '/docs/api' })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const name of methodNames) expect(page.body).toContain(`<code>/api/${name}</code>`)
  expect(page.body).toContain('StorageQuotaExceededException')
  expect(page.body).not.toContain('<script')
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//)
  expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
})
