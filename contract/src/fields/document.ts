import { cpf as cpfValidator } from 'cpf-cnpj-validator'
import type { Rule } from './definition.ts'
import { documentLength } from './lengths.ts'
import { firstOf, maxLength, minLength } from './plain.ts'

/** The check digits of a Brazilian taxpayer number, with or without its dots and dash. */
export const cpf: Rule = (text) => {
  if (text.trim() === '') return 'REQUIRED'
  return /^[0-9]{3}\.?[0-9]{3}\.?[0-9]{3}-?[0-9]{2}$/.test(text.trim()) && cpfValidator.isValid(text) ? null : 'CPF'
}

export const documentNumber: Rule = (text) => {
  const written = text.trim()
  if (written === '') return 'REQUIRED'
  if (!/^[\p{L}\p{Nd} ./-]*$/u.test(written)) return 'CHARACTERS'
  return firstOf(minLength(documentLength.min), maxLength(documentLength.max))(written)
}
