import { hash } from 'node:crypto'
import type { MoveReason } from '@croupier/contract/cashier'
import { isPurseCurrency } from '@croupier/contract/money'

/** Purses a player has. Holds are purses too: money on its way out cannot be spent. */
export const playerPurses = ['main', 'bonus', 'betting_bonus', 'fun', 'withdrawal_hold', 'slip_hold', 'points'] as const
export type PlayerPurse = (typeof playerPurses)[number]

export const isPlayerPurse = (kind: string): kind is PlayerPurse => playerPurses.some((known) => known === kind)

/** What stands in a purse of this kind: practice money and points have currencies of their own. */
export const currencyIn = (kind: PlayerPurse, account: string): string => {
  if (kind === 'fun') return 'FUN'
  return kind === 'points' ? 'PTS' : account
}

/** One purse, before anybody has looked it up. */
export type PurseName =
  | { playerId: bigint; kind: PlayerPurse; currency: string }
  /** `house`, `promotions`, `payment:sandbox`, `game:studio`. */
  | { playerId: null; owner: string; kind: string; currency: string }

/** `ref` names what it belongs to, such as `deposit:100001`. */
export type Transfer = { from: PurseName; to: PurseName; amount: bigint; reason: MoveReason; ref: string }

/** A purse as it stands, inside the transaction that has locked it. */
export type Purse = {
  id: bigint
  isPlayers: boolean
  balance: bigint
  seq: bigint
  head: Buffer
  /** When it last moved; zero if never. */
  movedMs: bigint
}

export const purseKey = (purse: PurseName): string =>
  purse.playerId === null
    ? `${purse.owner}/${purse.kind}/${purse.currency}`
    : `${purse.playerId}/${purse.kind}/${purse.currency}`

export const ownerOf = (purse: PurseName): string => (purse.playerId === null ? purse.owner : 'player')

/** Keys and the like stand in statements, one line each. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const isPlainText = (text: string) => text.length <= 200 && !/[\u0000-\u001f\u007f]/.test(text) && text.isWellFormed()

export type Body = Record<string, string | number | bigint | boolean | null>

/** Equal for equal promises, however they were put together: sorted by name, and `1` is not `'1'`. */
export function bodyHash(body: Body): Buffer {
  const said = Object.entries(body)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, value === null ? 'null' : typeof value, String(value)])
  return hash('sha256', JSON.stringify(said), 'buffer')
}

/** What one side of a transfer adds to the history of its purse. */
export type Link = {
  purse: bigint
  seq: bigint
  /** Below zero where the money left. */
  amount: bigint
  balance: bigint
  other: bigint
  scope: string
  key: string
  part: number
  reason: string
  ref: string
  atMs: bigint
}

/**
 * The next head of a purse. Everything a line of a statement says is in it, so no line can be changed, left out or put
 * in between. The verifier that players get computes the same from a statement alone.
 */
export function linkHash(previous: Buffer, link: Link, shared = sharedText(link)): Buffer {
  const { purse, seq, amount, balance, other } = link
  const said = `${previous.toString('hex')}["${purse}","${seq}","${amount}","${balance}","${other}",${shared}]`
  return hash('sha256', said, 'buffer')
}

/** What both sides of a transfer say alike, as it stands in the JSON text of a line: by hand, because each stake makes several. */
const sharedText = ({
  scope,
  key,
  part,
  reason,
  ref,
  atMs,
}: Omit<Link, 'purse' | 'seq' | 'amount' | 'balance' | 'other'>) =>
  `${JSON.stringify(scope)},${JSON.stringify(key)},"${part}",${JSON.stringify(reason)},${JSON.stringify(ref)},"${atMs}"`

/** One transfer as it is stored: a link of two chains. */
export type Row = {
  fromPurse: bigint
  fromSeq: bigint
  toPurse: bigint
  toSeq: bigint
  amount: bigint
  fromBalance: bigint
  toBalance: bigint
  fromHash: Buffer
  toHash: Buffer
  scope: string
  key: string
  part: number
  reason: string
  ref: string
  atMs: bigint
}

const mostMinor = 2n ** 63n - 1n

type Planned = { kind: 'planned'; rows: Row[] } | { kind: 'short' } | { kind: 'overflow' }

/**
 * Plans the transfers of one movement, all or none. The purses are changed only when all of them fit, so what comes
 * after in the same batch sees what was really moved and nothing else.
 */
export function plan(
  purses: Map<string, Purse>,
  movement: { scope: string; key: string; transfers: readonly Transfer[] },
  atMs: bigint,
): Planned {
  const changed = new Map<string, Purse>()
  const purseOf = (name: string): Purse => {
    const purse = changed.get(name) ?? purses.get(name)
    if (!purse) throw new Error(`the purse ${name} was not locked`)
    return purse
  }
  const { scope, key } = movement
  if (key === '' || !isPlainText(scope) || !isPlainText(key)) throw new Error('a key is plain text')
  const rows: Row[] = []
  for (const { from, to, amount, reason, ref } of movement.transfers) {
    if (from.currency !== to.currency) throw new Error('currencies never mix')
    if (!isPurseCurrency(from.currency)) throw new Error('an unknown currency')
    if (!isPlainText(ref)) throw new Error('a reference is plain text')
    if (amount <= 0n) throw new Error('a transfer moves something')
    const [fromName, toName] = [purseKey(from), purseKey(to)]
    if (fromName === toName) throw new Error('a transfer has two ends')
    const payer = purseOf(fromName)
    const payee = purseOf(toName)
    const fromBalance = payer.balance - amount
    const toBalance = payee.balance + amount
    if (payer.isPlayers && fromBalance < 0n) return { kind: 'short' }
    if (toBalance > mostMinor || fromBalance < -mostMinor) return { kind: 'overflow' }
    const about = { scope, key, part: rows.length, reason, ref, atMs }
    const shared = sharedText(about)
    const fromSeq = payer.seq + 1n
    const toSeq = payee.seq + 1n
    const paid = { ...about, purse: payer.id, seq: fromSeq, amount: -amount, balance: fromBalance, other: payee.id }
    const got = { ...about, purse: payee.id, seq: toSeq, amount, balance: toBalance, other: payer.id }
    const fromHash = linkHash(payer.head, paid, shared)
    const toHash = linkHash(payee.head, got, shared)
    changed.set(fromName, { ...payer, balance: fromBalance, seq: fromSeq, head: fromHash })
    changed.set(toName, { ...payee, balance: toBalance, seq: toSeq, head: toHash })
    rows.push({
      ...about,
      fromPurse: payer.id,
      fromSeq,
      toPurse: payee.id,
      toSeq,
      amount,
      fromBalance,
      toBalance,
      fromHash,
      toHash,
    })
  }
  for (const [name, purse] of changed) purses.set(name, purse)
  return { kind: 'planned', rows }
}
