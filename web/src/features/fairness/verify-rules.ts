import type { Output } from '@croupier/contract/contract'
import { fromDecimal, isCurrency, toWire, type WireMoney } from '@croupier/contract/money'
import type { Claim, Verdict } from '@croupier/studio/verify'

export type RoundRecord = Output<'rounds.getRound'>

/** What of a record the mathematics need, and what they are compared with. */
export type Sealed = {
  game: string
  version: string
  stake: WireMoney
  choices: readonly unknown[]
  /** How the record says it stood after each choice. */
  said: readonly { staked: WireMoney; won: WireMoney; view: unknown }[]
  clientSeed: string
  nonce: number
  hash: string
  serverSeed: string
}

/** Why a record cannot be recomputed. */
export type Obstacle =
  /** It is not what the site gives for a round. */
  | 'unreadable'
  /** Played at another provider, whose seeds we do not have. */
  | 'foreign'
  /** Its seed is not revealed yet. */
  | 'sealed'
  /** Not over yet: what is to come must stay unknown. */
  | 'open'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function moneyIn(value: unknown): WireMoney | null {
  if (!isRecord(value) || typeof value.amount !== 'string' || typeof value.currency !== 'string') return null
  return { amount: value.amount, currency: value.currency }
}

function saidIn(value: unknown): Sealed['said'] | null {
  if (!Array.isArray(value)) return null
  const list = value.flatMap((each: unknown) => {
    if (!isRecord(each)) return []
    const [staked, won] = [moneyIn(each.staked), moneyIn(each.won)]
    return staked && won ? [{ staked, won, view: each.view }] : []
  })
  return list.length === value.length ? list : null
}

/** Reads what a visitor pasted: the file of a round, or the whole answer of the API. */
export function readRecord(text: string): Sealed | Obstacle {
  try {
    const told: unknown = JSON.parse(text)
    return sealedIn(isRecord(told) && isRecord(told.data) ? told.data : told)
  } catch {
    return 'unreadable'
  }
}

export function sealedIn(record: unknown): Sealed | Obstacle {
  if (!isRecord(record) || !isRecord(record.game) || typeof record.game.sysname !== 'string') return 'unreadable'
  const { play, version, is_closed: isClosed } = record
  if (play === null) return 'foreign'
  if (!isRecord(play) || typeof version !== 'string') return 'unreadable'
  if (isClosed === false) return 'open'
  const { choices, client_seed: clientSeed, nonce, hash, server_seed: serverSeed } = play
  const [stake, said] = [moneyIn(play.stake), saidIn(play.standings)]
  if (!stake || !said || !Array.isArray(choices) || typeof clientSeed !== 'string') return 'unreadable'
  if (typeof nonce !== 'number' || typeof hash !== 'string') return 'unreadable'
  if (serverSeed === null) return 'sealed'
  if (typeof serverSeed !== 'string') return 'unreadable'
  return { game: record.game.sysname, version, stake, choices, said, clientSeed, nonce, hash, serverSeed }
}

const minor = ({ amount, currency }: WireMoney) => (isCurrency(currency) ? fromDecimal(amount, currency) : null)

/** Null for a stake that is no amount. */
export function claimOf({ game, version, stake, choices, serverSeed, clientSeed, nonce }: Sealed): Claim | null {
  const amount = minor(stake)
  return amount === null ? null : { game, version, stake: amount, choices, serverSeed, clientSeed, nonce }
}

/** A choice: what the record says of it, and what comes out. */
type CheckedStep = { isSame: boolean; staked: WireMoney; won: WireMoney; view: string }

export type Checked = {
  isRight: boolean
  /** The seed is the one whose hash was shown before. */
  isSeedRight: boolean
  hash: string
  blocks: { name: string; bytes: string }[]
  steps: CheckedStep[]
}

/** Sets what was recomputed beside what the record says. */
export function compare({ said, stake, clientSeed, nonce, hash: shown }: Sealed, verdict: Verdict): Checked {
  const { currency } = stake
  const wire = (amount: bigint) => (isCurrency(currency) ? toWire(amount, currency) : { amount: '', currency })
  const steps = verdict.standings.map(({ staked, won, view }, at): CheckedStep => {
    const claimed = said[at]
    const text = JSON.stringify(view)
    const isSame =
      claimed !== undefined &&
      minor(claimed.staked) === staked &&
      minor(claimed.won) === won &&
      JSON.stringify(claimed.view) === text
    return { isSame, staked: wire(staked), won: wire(won), view: text }
  })
  const isSeedRight = verdict.hash === shown
  return {
    isRight: isSeedRight && steps.length === said.length && steps.every(({ isSame }) => isSame),
    isSeedRight,
    hash: verdict.hash,
    blocks: verdict.blocks.map((bytes, cursor) => ({ name: `${clientSeed}:${nonce}:${cursor}`, bytes })),
    steps,
  }
}
