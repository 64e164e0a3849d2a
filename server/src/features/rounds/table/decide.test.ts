import { Refusal } from '@croupier/contract/refusals'
import { expect, test } from 'vitest'
import type { Leaving, TableAsk } from '../../../ports/rounds.ts'
import { bonusDesk } from '../../bonuses/bonuses.ts'
import { balanceKey, openBatch } from '../batch/open-batch.ts'
import { decideAtTable, placeOf, saltFrom } from './decide.ts'
import type { TablePlay } from './plays-store.ts'
import type { Shared } from './store.ts'

/** Stakes and touches in memory: the clock is a number, the chain is known. */

const game = 'liftoff'
const nowMs = 1_000_000
const link = Buffer.alloc(32, 3)
const open: Shared = {
  ...{ id: 1n, phase: 'open', place: 4, startsMs: nowMs + 5_000, endedMs: null, point: null, link: null },
  isInterrupted: false,
  chain: { id: 9n, game, rootKept: Buffer.alloc(32), length: 16, terminal: Buffer.alloc(32), salt: null },
}

function atTable(shared: Shared | undefined = structuredCloneOf(open)) {
  const sessionOf = (playerId: bigint) =>
    ({ provider: 'studio', playerId, game, mode: 'real', currency: 'EUR', isExpired: false }) as const
  const sessions = new Map([5n, 6n].map((playerId) => [`token${playerId}`, sessionOf(playerId)]))
  const balances = new Map([5n, 6n].map((playerId) => [balanceKey(playerId, 'main', 'EUR'), 1_000n]))
  const batch = openBatch(
    { nowMs, sessions, rounds: new Map(), actions: new Map(), launched: new Set<string>() },
    balances,
    { beside: [], desk: bonusDesk([], new Map()) },
  )
  const plays = new Map<string, TablePlay>()
  const facts = {
    ...{ batch, nowMs, plays, jurisdiction: 'default' as const, links: new Map(), taken: new Set<string>() },
    ...{ open: new Map<string, string>(), tables: new Map([[game, shared]]) },
    clientSeeds: new Map([
      [5n, 'five'],
      [6n, 'six'],
    ]),
    keep(play: TablePlay) {
      plays.set(play.round, play)
      if (!play.isOver) facts.open.set(placeOf(play), play.round)
    },
  }
  const decide = (ask: TableAsk) => decideAtTable(ask, facts)
  const join = (playerId: bigint, round: string, stake = 100n) =>
    decide({
      ...{ kind: 'join', playerId, tokenHash: `token${playerId}`, round, game, mode: 'real', currency: 'EUR', stake },
      choice: { auto: null },
    })
  const leave = (playerId: bigint, round: string, leaving: Leaving) =>
    decide({ kind: 'leave', playerId, round, game, link, leaving })
  const balanceOf = (playerId: bigint) => batch.playableAt({ playerId, game, currency: 'EUR', mode: 'real' }).balance
  return { join, leave, plays, balanceOf }
}

function structuredCloneOf(shared: Shared): Shared {
  return { ...shared, chain: { ...shared.chain } }
}

const reasonOf = (decided: unknown) => (decided instanceof Refusal ? decided.reason : 'yes')

test('a stake before the start is taken and paid; the first of a chain gives the salt for all after it', () => {
  const { join, plays, balanceOf } = atTable()
  expect([join(5n, 'a'), join(6n, 'b')].map(reasonOf)).toEqual(['yes', 'yes'])
  const salt = saltFrom('five', 'a')
  expect([plays.get('a')?.salt, plays.get('b')?.salt]).toEqual([salt, salt])
  expect([balanceOf(5n), balanceOf(6n)]).toEqual([900n, 900n])
})

test('sent again it is the same play; under another player or stake it is a conflict; a second one hears of the first', () => {
  const { join, balanceOf } = atTable()
  join(5n, 'a')
  const again = join(5n, 'a')
  expect(again instanceof Refusal ? again : again.planned).toEqual([])
  expect([join(6n, 'a'), join(5n, 'a', 200n), join(5n, 'c')].map(reasonOf)).toEqual([
    'ROUND_CONFLICT',
    'ROUND_CONFLICT',
    'ROUND_OPEN',
  ])
  expect(balanceOf(5n)).toBe(900n)
})

test.each([
  ['at the moment of its start', { startsMs: nowMs }, null],
  ['while it flies', { phase: 'running', startsMs: nowMs - 1 }, null],
  ['while its end is looked at', { phase: 'over', endedMs: nowMs - 1_000 }, 2_000],
] as const)('no stake is taken %s', (_when, more, opensInMs) => {
  const { join, balanceOf } = atTable({ ...structuredCloneOf(open), ...more })
  const no = join(5n, 'a')
  expect(no).toMatchObject({ reason: 'TABLE_CLOSED', data: { opens_in_ms: opensInMs } })
  expect(balanceOf(5n)).toBe(1_000n)
})

test('a stake that cannot be paid leaves no play and no salt', () => {
  const table = structuredCloneOf(open)
  const { join, plays } = atTable(table)
  expect(reasonOf(join(5n, 'a', 2_000n))).toBe('INSUFFICIENT_FUNDS')
  expect([plays.size, table.chain.salt]).toEqual([0, null])
})

test('an end pays its height once; what was not reached is no end; another player has no such round', () => {
  const { join, leave, plays, balanceOf } = atTable()
  join(5n, 'a')
  const touch = (flownMs: number) => ({ cause: 'touch', startsMs: nowMs - flownMs, point: 100_000 }) as const
  expect(reasonOf(leave(6n, 'a', touch(5_000)))).toBe('ROUND_UNKNOWN')
  expect(reasonOf(leave(5n, 'a', touch(0)))).toBe('CHOICE_INVALID')
  expect(reasonOf(leave(5n, 'a', { cause: 'height', height: 900 }))).toBe('yes')
  expect(plays.get('a')?.isOver).toBe(false)
  leave(5n, 'a', touch(5_000))
  const won = plays.get('a')?.won ?? 0n
  expect(won).toBeGreaterThan(100n)
  leave(5n, 'a', touch(50_000))
  expect([plays.get('a')?.won, balanceOf(5n)]).toEqual([won, 900n + won])
})

test('a flight that the house interrupted gives the stake back', () => {
  const { join, leave, balanceOf } = atTable()
  join(5n, 'a')
  leave(5n, 'a', { cause: 'end', point: 500, isInterrupted: true })
  expect(balanceOf(5n)).toBe(1_000n)
})
