import { contract, type MethodName, methodNames } from '@croupier/contract/contract'
import type { Method } from '@croupier/contract/method'
import { type RefusalType, refusals } from '@croupier/contract/refusals'
import { z } from 'zod'

type Json = { [key: string]: unknown }

/** Schemas as JSON; what only code can check is left open. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest
}

/** What any method may answer, beside the refusals it declares. */
const always: RefusalType[] = ['InvalidRequest', 'InternalServerError', 'ApplicationUnavailable', 'TooManyRequests']

/** Every refusal this method can give, as `Type` or `Type:REASON`. */
export function refusalsOf(name: MethodName): string[] {
  const method: Method = contract[name]
  const general: string[] = [
    ...always,
    ...(name === 'metadata.getgeneralinfo' ? [] : ['ApplicationDisabled']),
    ...(hasInput(method) ? ['InvalidParameter'] : []),
    ...(method.who === 'player' ? ['Authorization'] : []),
    ...(method.who === 'player' && !method.isForPayout ? ['InvalidParameter:SELF_EXCLUDED'] : []),
    'UserBanned',
    'UserDeleted',
    ...(method.hasEffect || method.verb === 'POST' ? ['InvalidRequest:CROSS_SITE'] : []),
  ]
  return [...new Set([...method.refuses, ...general])]
}

const hasInput = (method: Method) => inputFields(method).length > 0

/** Name, JSON schema and whether a caller must pass it, for each parameter. */
export function inputFields(method: Method): { name: string; schema: Json; isRequired: boolean }[] {
  const { properties, required } = inputShape.parse(jsonSchema(method.input, 'input'))
  return Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }))
}

const inputShape = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
  required: z.array(z.string()).default([]),
})

const isRefusalType = (word: string): word is RefusalType => Object.hasOwn(refusals, word)

export const statusOf = (refusal: string): number => {
  const type = refusal.split(':')[0] ?? ''
  return isRefusalType(type) ? refusals[type].status : 500
}

/** With `fields` a caller says which of them come: then none is sure to. */
function answerSchema(method: Method): Json {
  const schema = jsonSchema(method.output, 'output')
  if (!inputFields(method).some(({ name }) => name === 'fields')) return schema
  const items = ['properties', 'items', 'items'].reduce<unknown>((at, name) => (isJson(at) ? at[name] : null), schema)
  delete (isJson(items) ? items : schema).required
  return schema
}

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

function answersOf(name: MethodName): Json {
  const byStatus = Map.groupBy(refusalsOf(name), statusOf)
  const failures = [...byStatus].map(([status, names]) => [
    status,
    {
      description: names.map((refusal) => refusal.replace(/^\w+/, '$&Exception')).join(', '),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
    },
  ])
  const data = answerSchema(contract[name])
  const success = { type: 'object', required: ['result', 'data'], properties: { result: { const: 1 }, data } }
  return {
    200: { description: 'Done', content: { 'application/json': { schema: success } } },
    ...Object.fromEntries(failures),
  }
}

function operationOf(name: MethodName): Json {
  const method: Method = contract[name]
  const fields = inputFields(method)
  const query = ['v', 'locale', '_non_strict'].map((word) => ({ $ref: `#/components/parameters/${word}` }))
  const isGet = method.verb === 'GET'
  const inQuery = isGet
    ? fields.map(({ name, schema, isRequired }) => {
        const isNested = schema.type === 'object' || schema.type === 'array'
        const place = isNested ? { content: { 'application/json': { schema } } } : { schema }
        return { name, in: 'query', required: isRequired, ...place }
      })
    : []
  const form = { schema: jsonSchema(method.input, 'input') }
  const content = { 'application/x-www-form-urlencoded': form, 'multipart/form-data': form }
  return {
    operationId: name,
    summary: method.about,
    tags: [name.split('.')[0]],
    security: method.who === 'player' ? [{ session: [] }] : [{}, { session: [] }],
    parameters: [...query.filter(({ $ref }) => !inQuery.some((one) => $ref.endsWith(`/${one.name}`))), ...inQuery],
    ...(!isGet && { requestBody: { required: fields.some(({ isRequired }) => isRequired), content } }),
    responses: answersOf(name),
  }
}

const failure = {
  type: 'object',
  required: ['result', 'error'],
  properties: {
    result: { const: 0 },
    error: {
      type: 'object',
      required: ['type', 'code', 'message'],
      properties: {
        type: { enum: Object.keys(refusals).map((type) => `${type}Exception`) },
        code: { enum: Object.values(refusals).map(({ code }) => code) },
        message: { type: 'string', description: 'For developers; players see a text chosen by type and reason.' },
        invalid_parameters: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        error_data: { type: 'object', properties: { reason: { type: 'string' } }, additionalProperties: true },
      },
    },
  },
}

const parameter = (name: string, description: string, schema: Json) => ({ name, in: 'query', description, schema })

function build(): Json {
  const paths = methodNames.map((name) => [`/api/${name}`, { [contract[name].verb.toLowerCase()]: operationOf(name) }])
  return {
    openapi: '3.1.0',
    info: {
      title: 'Croupier',
      version: '1',
      description: 'Method names match case-insensitively. Envelope, errors, identity and limits: /docs/api.',
    },
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Failure: failure },
      parameters: {
        v: parameter('v', 'Version', { const: '1', default: '1' }),
        locale: parameter('locale', 'Unknown ones become the default locale', { type: 'string' }),
        _non_strict: parameter('_non_strict', 'Only from inside a frame', { const: '1' }),
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'sid', description: '`__Host-sid` behind https' },
      },
    },
  }
}

let made: Json | undefined

/** The contract cannot change while the process lives. */
export const openapi = (): Json => (made ??= build())
