import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'
import { readStanding } from '../features/account/account.ts'
import { addPastEntry, hasEntries, type PastEntry } from '../features/cashier/cashier.ts'
import { noteUse } from '../features/limits/limits.ts'
import { move } from '../features/wallet/wallet.ts'
import { openPaymentCards, testNumberOf } from '../sandbox/payment-cards.ts'

type Parts = Pick<Context, 'keys' | 'config'>

type Payment = Pick<PastEntry, 'type' | 'method' | 'amount' | 'status' | 'reason'>
/** A round: what was staked and what came back. */
type Round = { stake: bigint; win: bigint }
type Event = { hoursAgo: number } & (Payment | Round)
type Story = { currency: string; details: Record<string, Record<string, string>>; events: Event[] }

const days = (count: number) => count * 24
const rounds = (hoursAgo: number, played: readonly (readonly [bigint, bigint])[]): Event[] =>
  played.map(([stake, win], at) => ({ hoursAgo: hoursAgo - at / 20, stake, win }))
const paidIn = (hoursAgo: number, method: string, amount: bigint): Event => ({
  hoursAgo,
  type: 'deposit',
  method,
  amount,
  status: 'paid',
})

/** What happened to the players of the demo world in the last weeks, oldest first. Minor units. */
const stories: Record<string, Story> = {
  'alice@example.com': {
    currency: 'EUR',
    details: {
      wallet: { account: 'alice@example.com' },
      iban: { iban: 'DE89370400440532013000', name: 'Alice Weber' },
      bank: {},
    },
    events: [
      paidIn(days(34), 'card', 10_000n),
      ...rounds(days(34) - 1, [
        [200n, 0n],
        [200n, 340n],
        [500n, 0n],
        [500n, 1_250n],
        [1_000n, 0n],
      ]),
      // 1 % of it is the provider's: 49.50 arrive.
      paidIn(days(27), 'wallet', 5_000n),
      {
        hoursAgo: days(20),
        type: 'deposit',
        method: 'card',
        amount: 20_000n,
        status: 'failed',
        reason: 'DECLINED_BY_BANK',
      },
      paidIn(days(19), 'card', 20_000n),
      ...rounds(days(19) - 1, [
        [2_000n, 0n],
        [2_000n, 0n],
        [2_000n, 7_400n],
        [2_500n, 0n],
        [2_500n, 0n],
        [5_000n, 2_500n],
      ]),
      paidIn(days(12), 'iban', 50_000n),
      { hoursAgo: days(9), type: 'withdrawal', method: 'iban', amount: 35_000n, status: 'paid' },
      {
        hoursAgo: days(6),
        type: 'deposit',
        method: 'card',
        amount: 15_000n,
        status: 'cancelled',
        reason: 'CANCELLED_BY_PLAYER',
      },
      paidIn(days(5), 'card', 30_000n),
      ...rounds(days(5) - 1, [
        [5_000n, 0n],
        [5_000n, 12_000n],
        [10_000n, 0n],
        [10_000n, 0n],
        [10_000n, 4_000n],
      ]),
      paidIn(days(2), 'bank', 100_000n),
      ...rounds(days(1), [
        [3_000n, 0n],
        [3_000n, 9_000n],
        [4_000n, 10_100n],
        [1_000n, 1_000n],
      ]),
      { hoursAgo: 3, type: 'withdrawal', method: 'card', amount: 30_000n, status: 'review' },
      ...rounds(2, [
        [3_000n, 0n],
        [100n, 0n],
      ]),
    ],
  },
  'chika@example.com': {
    currency: 'JPY',
    details: { wallet: { account: 'chika@example.com' } },
    events: [
      paidIn(days(15), 'card', 10_000n),
      ...rounds(days(15) - 1, [
        [500n, 0n],
        [500n, 1_800n],
        [1_000n, 0n],
      ]),
      {
        hoursAgo: days(9),
        type: 'deposit',
        method: 'card',
        amount: 20_000n,
        status: 'failed',
        reason: 'INSUFFICIENT_FUNDS',
      },
      paidIn(days(8), 'wallet', 5_000n),
      ...rounds(days(1), [
        [800n, 0n],
        [800n, 0n],
        [1_200n, 3_330n],
      ]),
    ],
  },
}

/** Once per player, whose row is locked: a player who has moved money already, in the demo world or by hand, is left alone. */
export async function addDemoMoney({ keys, config }: Parts, tx: Tx, login: string, playerId: bigint): Promise<void> {
  const story = Object.hasOwn(stories, login) ? stories[login] : undefined
  if (!story) return
  if (await hasEntries(tx, playerId)) return
  const { currency, details, events } = story
  if ((await readStanding(tx, playerId)).currency !== currency) return
  const card = openPaymentCards(keys.paymentSecret.current).tokenOf(testNumberOf(login))
  if (!card) throw new Error('the card of the demo world is no card')
  for (const [at, event] of events.entries()) {
    if ('stake' in event) {
      await play(tx, { playerId, currency, number: at, ...event })
      continue
    }
    const isCard = event.method === 'card'
    const values = isCard ? { card_token: card.token } : (details[event.method] ?? {})
    const past = { ...event, playerId, currency, values, key: `demo-${at}`, ...(isCard && { cardMask: card.mask }) }
    const id = await addPastEntry({ keys, config }, tx, past)
    await setUsedAt(tx, playerId, `${event.type}:${id}`, event.hoursAgo)
  }
}

type Played = Round & { playerId: bigint; currency: string; number: number; hoursAgo: number }

async function play(tx: Tx, { playerId, currency, number, stake, win, hoursAgo }: Played): Promise<void> {
  const main = { playerId, kind: 'main', currency } as const
  const studio = { playerId: null, owner: 'game:studio', kind: 'main', currency } as const
  const ref = `round:demo-${playerId}-${number}`
  const { kind } = await move(tx, {
    scope: 'demo',
    key: ref,
    playerId,
    body: { stake, win, currency },
    transfers: [
      { from: main, to: studio, amount: stake, reason: 'stake', ref },
      ...(win === 0n ? [] : [{ from: studio, to: main, amount: win, reason: 'win', ref } as const]),
    ],
    answer: () => null,
  })
  if (kind !== 'moved') throw new Error(`a round of the demo world ended as ${kind}`)
  await noteUse(tx, { playerId, kind: 'stake', amountMinor: stake, key: `${ref}:stake` })
  await setUsedAt(tx, playerId, `${ref}:stake`, hoursAgo)
  if (win === 0n) return
  await noteUse(tx, { playerId, kind: 'return', amountMinor: win, key: `${ref}:win` })
  await setUsedAt(tx, playerId, `${ref}:win`, hoursAgo)
}

/** The ledger says when money really moved; the activity pages tell the story. */
const setUsedAt = (tx: Tx, playerId: bigint, key: string, hoursAgo: number) =>
  tx
    .updateTable('limits_use')
    .set({ at: sql<Date>`now() - make_interval(secs => ${hoursAgo * 3_600})` })
    .where('player_id', '=', playerId)
    .where('key', '=', key)
    .execute()
