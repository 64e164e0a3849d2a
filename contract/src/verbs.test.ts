import { expect, test } from 'vitest'
import { contract, methodNames } from './contract.ts'
import { verbOf } from './verbs.ts'

test('the browser uses the verb that the contract declares', () => {
  for (const name of methodNames) expect(`${name} ${verbOf(name)}`).toBe(`${name} ${contract[name].verb}`)
})
