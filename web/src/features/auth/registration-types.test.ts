import { sections } from '@croupier/contract/content'
import { expect, test } from 'vitest'
import { guessCountry, offeredTypes } from './registration-types.ts'

const offered = (types: string[], services: string[] = []) =>
  offeredTypes({
    auth: sections.auth.parse({
      types: types.map((__component) => ({ __component, label: __component.toUpperCase() })),
      socialServices: services.map((service) => ({ service, label: service })),
    }),
  }).map(({ type }) => type)

test.each([
  [[], [], ['form']],
  [['form'], [], ['form']],
  [['fast', 'form'], [], ['fast', 'form']],
  [['social', 'fast', 'form'], ['google'], ['social', 'fast', 'form']],
  [['social', 'fast'], [], ['fast']],
  [['social'], ['google'], ['social']],
  [['social'], [], ['form']],
  [['form', 'form'], [], ['form']],
])('content with %j and services %j offers %j', (types, services, expected) => {
  expect(offered(types, services)).toEqual(expected)
})

test.each([
  [['en-GB', 'en'], ['GB', 'PL'], 'GB'],
  [['en', 'pl-PL'], ['GB', 'PL'], 'PL'],
  [['zh-Hant-TW'], ['TW'], 'TW'],
  [['de-DE'], ['GB'], ''],
  [['es'], ['ES'], ''],
  [['es', 'pt-BR'], [], 'BR'],
])('a browser that speaks %j of %j comes from %j', (languages, allowed, country) => {
  expect(guessCountry(languages, allowed)).toBe(country)
})
