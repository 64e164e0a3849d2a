import type { BonusMode } from '@croupier/contract/promotions'
import { Refusal } from '@croupier/contract/refusals'
import { type Bonus, bonusDesk, type GameKind } from '../features/bonuses/bonuses.ts'
import { balanceKey, openBatch } from '../features/rounds/batch/open-batch.ts'
import type { Call } from '../features/rounds/batch/read-call.ts'
import type { PurseName } from '../features/wallet/wallet.ts'

const playerId = 7n
const nowMs = Date.parse('2026-11-16T12:00:00Z')

const places: Record<string, string> = { main: 'm', bonus: 'b', receivable: 'r' }
const letterOf = ({ playerId: owner, kind, ...rest }: PurseName) => {
  if (owner === null && 'owner' in rest && rest.owner === 'promotions') return 'p'
  return owner === null && kind === 'main' ? 'g' : (places[kind] ?? kind)
}

export const cents = (text: string) => BigInt(text.replace('.', ''))
const decimal = (minor: bigint) => `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

export const slot: GameKind = { sysname: 'slot', type: 'slot', provider: 'ours' }
export const roulette: GameKind = { sysname: 'roulette', type: 'casino', provider: 'ours' }

const plainBonus: Bonus = {
  id: 1n,
  playerId,
  state: 'active',
  mode: 'non_sticky',
  currency: 'EUR',
  amount: 3_000n,
  required: 90_000n * 10_000n,
  progress: 0n,
  base: 0n,
  converted: 0n,
  forfeited: 0n,
  openRounds: 0,
  inRounds: 0n,
  waiting: 0n,
  maxBet: null,
  maxConversion: null,
  minBalance: 20n,
  principal: 'converts',
  counts: 'bonus',
  asksFirst: false,
  isStarted: false,
  isOver: false,
  contributions: {
    games: {},
    types: { casino: 1_000 },
    rest: 10_000,
    excluded: { games: [], types: [], providers: [] },
  },
}

type Setting = { mode: BonusMode; main?: string; bonus?: string; left?: string } & Partial<Omit<Bonus, 'mode'>>

/** A player with a bonus in front of a batch in memory: calls go in, lines between purses come out. */
export function bonusTable({ mode, main = '0.00', bonus = '0.00', left, ...more }: Setting) {
  const amount = more.amount ?? cents(bonus)
  const begun = { ...plainBonus, mode, amount, ...more }
  if (left !== undefined) begun.progress = begun.required - cents(left) * 10_000n
  const balances = new Map([
    [balanceKey(playerId, 'main', 'EUR'), cents(main)],
    [balanceKey(playerId, 'bonus', 'EUR'), cents(bonus)],
  ])
  const kinds = new Map([slot, roulette].map((kind) => [kind.sysname, kind]))
  const desk = bonusDesk([begun], kinds)
  const session = { provider: 'p', playerId, mode: 'real', currency: 'EUR', isExpired: false } as const
  const sessions = new Map([...kinds.keys()].map((game) => [game, { ...session, game }]))
  const books = { nowMs, sessions, rounds: new Map(), actions: new Map(), launched: new Set<string>() }
  const batch = openBatch(books, balances, { beside: [], desk })
  let count = 0
  const late: string[] = []

  function say(more: Partial<Call> & Pick<Call, 'kind'>) {
    count += 1
    const game = more.game ?? 'slot'
    const call: Call = {
      ...{ provider: 'p', transaction: `t${count}`, round: 'r1', playerId, currency: 'EUR', staked: 0n, won: 0n },
      ...{ isClosed: false, reference: '', sentAtMs: nowMs, game, tokenHash: game },
      ...more,
    }
    const decided = batch.decide(call)
    if (decided instanceof Refusal) {
      const most = decided.data?.available_amount ?? decided.data?.max_amount
      const amount = typeof most === 'object' && most && 'amount' in most ? ` ${most.amount}` : ''
      return `${decided.reason}${amount}`
    }
    for (const { amount, left } of decided.step?.bonuses?.late ?? []) {
      late.push(`${decimal(amount)} to wager ${decimal(left / 10_000n)}`)
    }
    const lines = (decided.step?.transfers ?? []).map(
      ({ from, to, amount: moved }) => `${letterOf(from)}→${letterOf(to)} ${decimal(moved)}`,
    )
    return lines.join('; ')
  }

  return {
    bet: (amount: string, more: Partial<Call> = {}) => say({ kind: 'bet', staked: cents(amount), ...more }),
    betwin: (amount: string, won: string, more: Partial<Call> = {}) =>
      say({ kind: 'betwin', staked: cents(amount), won: cents(won), isClosed: true, ...more }),
    win: (won: string, more: Partial<Call> = {}) => say({ kind: 'win', won: cents(won), ...more }),
    rollback: (reference: string, more: Partial<Call> = {}) => say({ kind: 'rollback', reference, ...more }),
    /** Money that came another way. */
    add(amount: string) {
      const key = balanceKey(playerId, 'main', 'EUR')
      balances.set(key, (balances.get(key) ?? 0n) + cents(amount))
    },
    /** What a job or the player does to the bonus between two calls. */
    change(what: Partial<Bonus>) {
      const now = desk.byId(1n)
      if (!now) throw new Error('no bonus')
      const isEnded = what.state === 'expired' || what.state === 'removed'
      const key = balanceKey(playerId, 'bonus', 'EUR')
      const held = balances.get(key) ?? 0n
      if (isEnded) balances.set(key, 0n)
      const forfeited = isEnded ? now.forfeited + held : now.forfeited
      desk.took({ changed: [{ ...now, forfeited, ...what }], wagers: [], late: [] })
    },
    purses: () =>
      ['main', 'bonus'].map((kind) => decimal(balances.get(balanceKey(playerId, kind, 'EUR')) ?? 0n)).join(' '),
    /** Money that a new bonus will be made of. */
    late: () => late,
    bonus: () => desk.byId(1n) ?? begun,
    progress: () => decimal((desk.byId(1n) ?? begun).progress / 10_000n),
    round: (id = 'r1') => books.rounds.get(`p\n${id}`),
  }
}
