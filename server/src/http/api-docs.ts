import { contract, type MethodName, methodNames } from '@croupier/contract/contract'
import type { Method } from '@croupier/contract/method'
import { type RefusalType, refusals } from '@croupier/contract/refusals'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { pageHeaders } from './headers.ts'
import { inputFields, jsonSchema, refusalsOf, statusOf } from './openapi.ts'

/** A page for people: our own HTML, no script, nothing from elsewhere. See docs/decisions/0002-api-docs.md. */
export async function apiDocs(app: FastifyInstance, { config }: { config: Pick<Config, 'origin' | 'isSecure'> }) {
  /** Drawn for the first who asks: most nodes and most tests never show it. */
  let page: string | undefined
  const headers = {
    ...pageHeaders({ config, scripts: { hashes: [] }, framedBy: null }),
    'cache-control': 'public, max-age=60',
  }
  app.get('/docs/api', (_request, reply) => {
    page ??= draw(config.origin)
    return reply.headers(headers).type('text/html; charset=utf-8').send(page)
  })
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const code = (text: string) => `<code>${escaped(text)}</code>`

/** A JSON schema in the words a reader wants: `string`, `one of …`, `list of …`. */
function typeOf(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'anything'
  if ('const' in schema) return schema.const === null ? 'null' : JSON.stringify(schema.const)
  if ('enum' in schema && Array.isArray(schema.enum)) return `one of ${schema.enum.join(', ')}`
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) return schema.anyOf.map(typeOf).join(' or ')
  if ('items' in schema) return `list of ${typeOf(schema.items)}`
  const type = 'type' in schema ? String(schema.type) : 'anything'
  return [type, ...boundsOf(schema)].join(', ')
}

const boundWords = { minLength: 'from', maxLength: 'to', minimum: 'from', maximum: 'to', pattern: 'like' }

const boundsOf = (schema: object): string[] =>
  Object.entries(boundWords).flatMap(([name, word]) =>
    name in schema ? [`${word} ${String(Reflect.get(schema, name))}`] : [],
  )

function inputTable(method: Method): string {
  const rows = inputFields(method).map(({ name, schema, isRequired }) => {
    const standard = 'default' in schema ? `default ${JSON.stringify(schema.default)}` : 'optional'
    return `<tr><td>${code(name)}</td><td>${escaped(typeOf(schema))}</td><td>${isRequired ? 'required' : escaped(standard)}</td></tr>`
  })
  return rows.length > 0
    ? `<table><thead><tr><th>Parameter</th><th>Takes</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table>`
    : '<p>No parameters.</p>'
}

/** Fields of an answer, one line each, nested ones indented. */
function outline(schema: unknown, indent = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('items' in schema) return outline(schema.items, indent)
  if (!('properties' in schema) || typeof schema.properties !== 'object' || schema.properties === null) return []
  return Object.entries(schema.properties).flatMap(([name, inner]) => [
    `${indent}${name}: ${typeOf(inner)}`,
    ...outline(inner, `${indent}  `),
  ])
}

function outputBlock(method: Method): string {
  const schema = jsonSchema(method.output, 'output')
  const lines = outline(schema)
  return lines.length > 0 ? `<pre>${escaped(lines.join('\n'))}</pre>` : `<p>${code(typeOf(schema))}</p>`
}

const isRefusalType = (word: string): word is RefusalType => Object.hasOwn(refusals, word)
const codeOf = (type: string): string => (isRefusalType(type) ? String(refusals[type].code) : '')

function refusalTable(name: MethodName): string {
  const rows = refusalsOf(name).map((refusal) => {
    const [type = '', reason = ''] = refusal.split(':')
    return `<tr><td>${codeOf(type)}</td><td>${code(`${type}Exception`)}</td><td>${reason ? code(reason) : ''}</td><td>${statusOf(refusal)}</td></tr>`
  })
  return `<table><thead><tr><th>Code</th><th>Type</th><th>Reason</th><th>HTTP</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
}

const samples: Record<string, string> = {
  event_name: 'page_view',
  keys: 'theme',
  key: 'theme',
  locale: 'es',
  path: '/',
}

function curl(origin: string, name: MethodName): string {
  const method: Method = contract[name]
  const needed = inputFields(method).filter(({ isRequired }) => isRequired)
  const pairs = needed.map(({ name }) => ` --data-urlencode '${name}=${samples[name] ?? '…'}'`).join('')
  const cookie = method.who === 'player' ? ` --cookie 'sid=…' --header 'Origin: ${origin}'` : ''
  const verb = method.verb === 'GET' ? (pairs ? ' --get' : '') : ' --request POST'
  return `curl${verb}${cookie}${pairs} '${origin}/api/${name}?v=1&locale=en'`
}

function section(origin: string, name: MethodName): string {
  const method: Method = contract[name]
  const facts = [
    method.who === 'player' ? 'for signed-in players' : 'for anyone',
    ...(method.hasEffect || method.verb === 'POST' ? ['same origin only'] : []),
    ...(method.cacheSeconds ? [`guests may keep it ${method.cacheSeconds} s`] : []),
    ...(method.limit ? [`${method.limit.points} calls in ${method.limit.seconds} s`] : []),
  ]
  return `<section id="${name}"><h3><b>${method.verb}</b> ${code(`/api/${name}`)}</h3>
<p>${escaped(method.about)}</p><p class="facts">${escaped(facts.join(' · '))}</p>
${inputTable(method)}<h4>Answer: <code>data</code></h4>${outputBlock(method)}
<details><summary>Refusals</summary>${refusalTable(name)}</details><pre>${escaped(curl(origin, name))}</pre></section>`
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:2rem 1rem}
h2{margin-top:3rem;border-bottom:1px solid #8886}h3 b{font-size:.75em;padding:.1em .5em;border:1px solid;border-radius:.4em}
code,pre{font:14px/1.5 ui-monospace,monospace}code{overflow-wrap:anywhere}pre{overflow:auto;padding:1rem;border-radius:.5rem;background:#8882}
table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .6rem .3rem 0;border-bottom:1px solid #8884;vertical-align:top;overflow-wrap:anywhere}
nav{columns:14rem}nav a{display:block}.facts{opacity:.75}summary{cursor:pointer;padding:.5rem 0}`

function draw(origin: string): string {
  const groups = [...Map.groupBy(methodNames, (name) => name.split('.')[0] ?? '')]
  const links = methodNames.map((name) => `<a href="#${name}">${name}</a>`).join('')
  const body = groups
    .map(([group, names]) => `<h2>${group}</h2>${names.map((name) => section(origin, name)).join('')}`)
    .join('')
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="/favicon.svg" type="image/svg+xml">
<meta name="robots" content="noindex"><title>Croupier API</title><style>${style}</style></head><body><main>
<h1>Croupier API</h1>
<p>Every method is at ${code('/api/{namespace}.{method}')}; names match in any case, and each has one verb.
GET takes parameters in the query, POST as form data. Success: ${code('{"result":1,"data":…}')}.
Failure: ${code('{"result":0,"error":{"type","code","message","invalid_parameters","error_data"}}')}.
For programs: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<nav aria-label="Methods">${links}</nav>${body}</main></body></html>`
}
