import { expect, test } from 'vitest'
import { cpf, documentNumber } from './document.ts'

test.each(['529.982.247-25', '52998224725', '111.444.777-35', ' 529.982.247-25 '])('%j is a CPF', (text) => {
  expect(cpf(text)).toBeNull()
})

test.each([
  ['', 'REQUIRED'],
  ['  ', 'REQUIRED'],
  ['529.982.247-24', 'CPF'],
  ['529.982.247-2', 'CPF'],
  ['529.982.247-255', 'CPF'],
  ['111.111.111-11', 'CPF'],
  ['000.000.000-00', 'CPF'],
  ['52998224725a', 'CPF'],
  ['529 982 247 25', 'CPF'],
  ['5.2.9.9.8.2.2.4.7.2.5', 'CPF'],
  ['５２９９８２２４７２５', 'CPF'],
  ['5'.repeat(10_000), 'CPF'],
])('%j is none: %s', (text, reason) => {
  expect(cpf(text)).toBe(reason)
})

test.each([
  ['AB 123456', null],
  ['12-34/56.7', null],
  ['АБ123456', null],
  ['', 'REQUIRED'],
  ['A1', 'TOO_SHORT'],
  ['1'.repeat(41), 'TOO_LONG'],
  ['1'.repeat(10_000), 'TOO_LONG'],
  ['AB_123', 'CHARACTERS'],
  ['AB<script>', 'CHARACTERS'],
  ['AB\n123', 'CHARACTERS'],
  ['AB\u200b123', 'CHARACTERS'],
  ['••••3456', 'CHARACTERS'],
])('document number %j: %s', (text, reason) => {
  expect(documentNumber(text)).toBe(reason)
})
