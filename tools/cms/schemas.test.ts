import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contentTypes } from '@croupier/contract/content-model'
import { expect, test } from 'vitest'
import { root } from '../sources.ts'
import { cmsFiles, presentFiles } from './schemas.ts'

test('the types of the content server are those of the contract', () => {
  expect(Object.fromEntries(presentFiles())).toEqual(Object.fromEntries(cmsFiles()))
})

type Schema = {
  attributes: Record<string, { type: string; component?: string; components?: string[]; enum?: string[] }>
}

const schemas = [...cmsFiles()].map(([path, text]): [string, Schema] => [path, JSON.parse(text)])

test('Strapi takes every name: none that it keeps for itself, none twice', () => {
  // What its builder of content types refuses, and what every record has already.
  const reserved = ['id', 'documentId', '__component', 'meta', 'locale', 'localizations', 'status', 'entryId', 'strapi']
  const own = ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy', '__contentType', 'createdById']
  for (const [path, { attributes }] of schemas)
    for (const name of Object.keys(attributes)) expect([...reserved, ...own], path).not.toContain(name)
  const names = [...cmsFiles()].flatMap(([path, text]) => {
    const { info } = JSON.parse(text)
    return path.startsWith('api/') ? [info.singularName, info.pluralName] : []
  })
  expect(names).toHaveLength(2 * contentTypes.length)
  expect(new Set(names).size).toBe(names.length)
  const tables = schemas.map(([, schema]) =>
    JSON.stringify(Object.entries(schema).find(([key]) => key === 'collectionName')),
  )
  expect(new Set(tables).size).toBe(tables.length)
})

test('every part that a type names is there, and every choice is a word', () => {
  const parts = new Set(
    schemas.flatMap(([path]) => /^components\/(.+)\/(.+)\.json$/.exec(path)?.slice(1).join('.') ?? []),
  )
  for (const [path, { attributes }] of schemas)
    for (const attribute of Object.values(attributes)) {
      for (const name of [attribute.component, ...(attribute.components ?? [])].filter((each) => each !== undefined))
        expect(parts, path).toContain(name)
      for (const word of attribute.enum ?? []) expect(word).toMatch(/^[A-Za-z_]\w*$/)
    }
})

test('a switch of the house is one in all languages, words are not', () => {
  const siteOf = Object.fromEntries(schemas)['api/site/content-types/site/schema.json']?.attributes ?? {}
  const isTranslated = (name: string) => JSON.stringify(siteOf[name]).includes('"localized":true')
  expect(['isClosed', 'features', 'currencies', 'care', 'termsVersion'].filter(isTranslated)).toEqual([])
  expect(['name', 'legal', 'helplines'].filter(isTranslated)).toEqual(['name', 'legal', 'helplines'])
  for (const [path, { attributes }] of schemas)
    if (attributes.terms?.type === 'json')
      expect(JSON.stringify(attributes.terms), path).not.toContain('"localized":true')
})

test('Strapi is no part of the platform: its package stands outside of the workspaces', () => {
  const { workspaces, dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(workspaces).not.toContain('cms')
  expect(Object.keys({ ...dependencies, ...devDependencies }).filter((name) => name.includes('strapi'))).toEqual([])
})
