import { expect, test } from 'vitest'
import { derivedFiles } from './contract-tables.ts'

test.each(derivedFiles())('$path is as the contract has it (else: npm run contract:tables)', ({ text, wanted }) => {
  expect(text).toBe(wanted)
})
