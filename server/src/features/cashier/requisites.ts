import type { RequisiteKind } from '@croupier/contract/cashier'
import type { RequisiteField } from '@croupier/contract/methods/cashier'
import { z } from 'zod'
import { decrypt, encrypt, keyedHash } from '../../encryption.ts'
import { parseJson } from '../../parse-json.ts'
import { believed, type Keys } from '../../secrets.ts'

export type RequisiteValues = Record<string, string>

const ends = (text: string) => (text.length <= 8 ? '...' : `${text.slice(0, 4)}...${text.slice(-4)}`)

/** One way to write each kind, so that the same details look the same. */
const clean: Record<RequisiteKind, (text: string) => string> = {
  iban: (text) => text.replace(/[\s-]/g, '').toUpperCase(),
  cpf: (text) => text.replace(/\D/g, ''),
  bank: (text) => text.trim(),
  account: (text) => text.trim().toLowerCase(),
  trc20: (text) => text.trim(),
  name: (text) => text.trim().replace(/\s+/g, ' '),
  card_token: (text) => text.trim(),
}

const masks: Record<RequisiteKind, (text: string) => string> = {
  iban: ends,
  cpf: (text) => `***.${text.slice(3, 6)}.${text.slice(6, 9)}-**`,
  bank: (text) => text,
  account: (text) => `${[...text][0] ?? ''}…@${text.split('@').at(-1)}`,
  trc20: ends,
  name: (text) => text,
  // The token says nothing about the card; the provider tells its mask when it was used.
  card_token: () => '••••',
}

/** Only what the method asks for, written in one way; empty fields are left out. */
export const cleanRequisites = (fields: readonly RequisiteField[], values: RequisiteValues): RequisiteValues =>
  Object.fromEntries(
    fields.flatMap(({ sysname, kind }) => {
      const text = clean[kind](values[sysname] ?? '')
      return text === '' ? [] : [[sysname, text]]
    }),
  )

export const maskValues = (fields: readonly RequisiteField[], values: RequisiteValues): RequisiteValues =>
  Object.fromEntries(
    fields.flatMap(({ sysname, kind }) => {
      const text = values[sysname]
      return text === undefined ? [] : [[sysname, masks[kind](text)]]
    }),
  )

/** The field by which details are known: a name beside it may be spelt in many ways. */
const tellingField = (fields: readonly RequisiteField[]) =>
  fields.find(({ kind }) => kind !== 'name' && kind !== 'bank')

/** How saved details are shown in a list. */
export function maskOf(fields: readonly RequisiteField[], values: RequisiteValues): string {
  const telling = tellingField(fields)
  return telling ? masks[telling.kind](values[telling.sysname] ?? '') : ''
}

/** Keyed hashes under the key of today and, while keys rotate, the one before; null where there is nothing to know. */
export function printsOf(
  fields: readonly RequisiteField[],
  values: RequisiteValues,
  keys: Keys,
): [Buffer, ...Buffer[]] | null {
  const telling = tellingField(fields)
  const text = telling && values[telling.sysname]
  if (!telling || !text) return null
  const [first, ...rest] = believed(keys).map((secret) => keyedHash(text, `requisite:${telling.kind}`, secret))
  return first ? [first, ...rest] : null
}

/** The seal names its player: details of another row cannot be put in its place. */
const purposeOf = (playerId: bigint) => `requisites:${playerId}`

export const sealValues = (values: RequisiteValues, playerId: bigint, keys: Keys): Buffer =>
  encrypt(JSON.stringify(values), purposeOf(playerId), keys)

const stored = z.record(z.string(), z.string())

export const openValues = (sealed: Buffer | null, playerId: bigint, keys: Keys): RequisiteValues =>
  sealed === null ? {} : stored.parse(parseJson(decrypt(sealed, purposeOf(playerId), keys)))
