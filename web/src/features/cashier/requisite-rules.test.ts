import type { RequisiteField, SavedRequisite } from '@croupier/contract/methods/cashier'
import { expect, test } from 'vitest'
import { masked } from '../../forms/masks.ts'
import { cpfMask, faultsOf, ibanMask, refusedRequisites, requisitesOnWire, startOf } from './requisite-rules.ts'

const field = (kind: RequisiteField['kind'], is_required = true): RequisiteField => ({
  sysname: kind,
  kind,
  is_required,
})
const saved = (id: number, more: Partial<SavedRequisite> = {}): SavedRequisite => ({
  id,
  method: 'card',
  mask: '424242...4242',
  state: 'new',
  is_source: false,
  ...more,
})
const start = startOf({ requisites: [], saved: [] })

test('details a deposit came from are chosen first, then the first that may be used, else new ones', () => {
  const choiceOf = (list: SavedRequisite[]) => startOf({ requisites: [], saved: list }).choice
  expect(choiceOf([])).toBe('new')
  expect(choiceOf([saved(1), saved(2, { is_source: true })])).toBe(2)
  expect(choiceOf([saved(1, { state: 'fraudulent', is_source: true }), saved(2)])).toBe(2)
  expect(choiceOf([saved(1, { state: 'fraudulent' })])).toBe('new')
})

test('an IBAN is shown in fours and travels without spaces', () => {
  const shown = masked('DE89370400440532013000', ibanMask)
  expect(shown).toBe('DE89 3704 0044 0532 0130 00')
  const entered = { ...start, values: { iban: shown.toLowerCase(), name: ' Ana Gil ' } }
  const fields = [field('iban'), field('name')]
  expect(faultsOf(fields, entered)).toEqual({})
  expect(requisitesOnWire(fields, entered)).toEqual({ requisites: { iban: 'DE89370400440532013000', name: 'Ana Gil' } })
})

test('the longest IBAN there can be fits its mask', () => {
  const longest = 'A'.repeat(34)
  expect(masked(longest, ibanMask).replaceAll(' ', '')).toBe(longest)
})

test('a CPF is shown with its signs and travels without them', () => {
  const shown = masked('52998224725', cpfMask)
  expect(shown).toBe('529.982.247-25')
  const entered = { ...start, values: { cpf: shown } }
  expect(faultsOf([field('cpf')], entered)).toEqual({})
  expect(requisitesOnWire([field('cpf')], entered)).toEqual({ requisites: { cpf: '52998224725' } })
})

test('what is missing or wrong is named, unless saved details stand for it', () => {
  const fields = [field('iban'), field('name'), field('card_token', false)]
  const wrong = { ...start, values: { iban: 'DE00 1' } }
  expect(faultsOf(fields, wrong)).toEqual({ iban: 'IBAN', name: 'REQUIRED' })
  expect(faultsOf(fields, { ...wrong, choice: 7 })).toEqual({})
  expect(requisitesOnWire(fields, { ...wrong, choice: 7 })).toEqual({ requisite_id: 7 })
})

test('an empty optional field does not travel', () =>
  expect(requisitesOnWire([field('card_token', false)], start)).toEqual({ requisites: {} }))

test('a refusal names the field inside its brackets', () =>
  expect(refusedRequisites({ 'requisites[iban]': 'IBAN', amount: 'FORMAT' })).toEqual({ iban: 'IBAN' }))
