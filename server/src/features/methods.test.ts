import { methodNames } from '@croupier/contract/contract'
import { expect, test } from 'vitest'
import { mergeMethods, operations } from './methods.ts'

test('every method of the contract has one operation', () => {
  expect(Object.keys(operations).sort()).toEqual([...methodNames].sort())
})

test('a method that two features declare stops the start', () => {
  const [one, other] = [{ 'storage.get': () => 1, 'storage.set': () => 1 }, { 'storage.get': () => 2 }]
  expect(() => mergeMethods(one, other)).toThrow('methods declared by two features: storage.get')
  expect(Object.keys(mergeMethods(one, { 'storage.getKeys': () => 3 }))).toHaveLength(3)
})
