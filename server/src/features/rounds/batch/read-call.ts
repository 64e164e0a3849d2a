import { hash } from 'node:crypto'
import { type Currency, fromDecimal, isCurrency } from '@croupier/contract/money'
import { Refusal } from '@croupier/contract/refusals'

export const callKinds = ['bet', 'win', 'betwin', 'rollback', 'freespin'] as const
export type CallKind = (typeof callKinds)[number]

/** One call of a game provider that may move money, as it was understood. */
export type Call = {
  provider: string
  kind: CallKind
  /** The provider's own id of it, made before the first try: the key. */
  transaction: string
  round: string
  game: string
  playerId: bigint
  currency: Currency
  staked: bigint
  won: bigint
  isClosed: boolean
  /** What a rollback takes back. */
  reference: string
  /** A free spin, or the win of one: the house stakes, out of its promotions. */
  isFree?: boolean
  /** A further stake of a round of our own, such as a double. */
  isAdded?: boolean
  /** The pack whose spin this is; the stake is the pack's. */
  pack?: bigint
  /** The pack whose spin began this round some steps ago. */
  packOfRound?: bigint
  /** All chance of the round that begins, for draws beside its own. */
  chance?: { serverSeed: Uint8Array; clientSeed: string; nonce: bigint }
  /** Hash of the launch token, in hex; empty where none was sent. */
  tokenHash: string
  sentAtMs: number
}

export type Said = Record<string, unknown>

/** Where it comes from: known before the body is read. */
export type Sender = { provider: string; sentAtMs: number }

const mostMinor = 2n ** 63n - 1n
const common = ['transaction', 'round', 'game', 'player', 'currency']
const fieldsOf: Record<CallKind, readonly string[]> = {
  // Only a stake shows the token. So no body is right for two calls: what was signed as a bet cannot be sent as a win.
  bet: [...common, 'token', 'amount', 'is_closed'],
  win: [...common, 'amount', 'is_closed'],
  betwin: [...common, 'token', 'amount', 'win', 'is_closed'],
  rollback: [...common, 'reference'],
  freespin: [...common, 'token', 'pack', 'amount'],
}

export const hashLaunchToken = (token: string): string => hash('sha256', token, 'hex')

export function wrong(field: string, reason: string): Refusal {
  return new Refusal('InvalidParameter', { message: `${field}: ${reason}`, fields: { [field]: [reason] } })
}

/** Checked by hand: every game of the house waits for this function. Throws the refusal. */
export function readCall(kind: CallKind, { provider, sentAtMs }: Sender, said: Said): Call {
  refuseOthers(said, fieldsOf[kind])
  const currency = readCurrency(said)
  const staked = kind === 'bet' || kind === 'betwin' ? readAmount(said, 'amount', currency) : 0n
  const won = kind === 'win' || kind === 'freespin' ? readAmount(said, 'amount', currency) : 0n
  const alsoWon = kind === 'betwin' ? readAmount(said, 'win', currency) : 0n
  const isToldClosed = readFlag(said, 'is_closed')
  // A win of nothing says that the round is over; a bet together with its win is a whole round unless told otherwise.
  const isClosed = kind === 'win' ? won === 0n || isToldClosed === true : (isToldClosed ?? kind === 'betwin')
  const needsToken = kind === 'bet' || kind === 'betwin' || kind === 'freespin'
  return {
    provider,
    kind,
    transaction: readId(said, 'transaction'),
    round: readId(said, 'round'),
    game: readId(said, 'game'),
    playerId: readNumber(said, 'player'),
    currency,
    staked,
    won: won + alsoWon,
    // The result of a free spin is all of it.
    isClosed: isClosed || kind === 'freespin' || (kind === 'betwin' && alsoWon === 0n),
    reference: kind === 'rollback' ? readId(said, 'reference') : '',
    ...(kind === 'freespin' && { isFree: true, pack: readNumber(said, 'pack') }),
    tokenHash: needsToken ? hashLaunchToken(readId(said, 'token')) : '',
    sentAtMs,
  }
}

/** A misspelt name must not pass for one that was left out. */
export function refuseOthers(said: Said, known: readonly string[]) {
  for (const name of Object.keys(said)) if (!known.includes(name)) throw wrong(name.slice(0, 100), 'UNKNOWN')
}

export function readId(said: Said, field: string): string {
  const value = said[field]
  if (value === undefined) throw wrong(field, 'REQUIRED')
  if (typeof value !== 'string' || !/^[\x21-\x7e]{1,100}$/.test(value)) throw wrong(field, 'INVALID')
  return value
}

function readNumber(said: Said, field: string): bigint {
  const value = readId(said, field)
  if (!/^[1-9]\d{0,17}$/.test(value)) throw wrong(field, 'INVALID')
  return BigInt(value)
}

function readCurrency(said: Said): Currency {
  const value = readId(said, 'currency')
  if (!isCurrency(value)) throw wrong('currency', 'INVALID')
  return value
}

/** Decimal text, exactly: a number would already have lost what it cannot hold. */
function readAmount(said: Said, field: string, currency: Currency): bigint {
  const value = said[field]
  if (value === undefined) throw wrong(field, 'REQUIRED')
  const minor = typeof value === 'string' ? fromDecimal(value, currency) : null
  if (minor === null || minor > mostMinor) throw wrong(field, 'INVALID')
  return minor
}

function readFlag(said: Said, field: string): boolean | undefined {
  const value = said[field]
  if (value !== undefined && typeof value !== 'boolean') throw wrong(field, 'INVALID')
  return value
}
