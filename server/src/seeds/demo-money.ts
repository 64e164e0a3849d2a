import { sql } from 'kysely'
import type { Context, Tx } from '../context.ts'
import { readStanding } from '../features/account/account.ts'
import { closePastPeriod } from '../features/cashbacks/cashbacks.ts'
import { addPastEntry, hasEntries, type PastEntry } from '../features/cashier/cashier.ts'
import { pastRounds } from '../features/rounds/rounds.ts'
import { openPaymentCards, testNumberOf } from '../sandbox/payment-cards.ts'

type Parts = Pick<Context, 'keys' | 'config'>

type Payment = Pick<PastEntry, 'type' | 'method' | 'amount' | 'status' | 'reason'>
/** Rounds in a row. What came back was up to chance. */
type Sitting = Pick<Parameters<typeof pastRounds.play>[1], 'plays'>
/** A period of cashback ends, with a loss behind it. */
type PeriodEnd = { cashback: string }
type Event = { hoursAgo: number } & (Payment | Sitting | PeriodEnd)
/** `likes`: games by sysname, the dearest first. */
type Story = { currency: string; likes: string[]; details: Record<string, Record<string, string>>; events: Event[] }

const days = (count: number) => count * 24
const choices = {
  'fruit-parade': {},
  'captains-share': {},
  'twin-dice': { side: 'over', target: 7 },
  plinth: { rows: 8, risk: 'low' },
  minefold: { mines: 3 },
} as const
const sitting = (hoursAgo: number, game: keyof typeof choices, ...stakes: bigint[]): Event => ({
  hoursAgo,
  plays: stakes.map((stake) => ({ game, stake, choice: choices[game] })),
})
/** The pot of the house falls in the last of them. */
const potSitting = (hoursAgo: number, ...stakes: bigint[]): Event => ({
  hoursAgo,
  plays: stakes.map((stake, at) => ({
    game: 'captains-share',
    stake,
    choice: choices['captains-share'],
    isPotHit: at === stakes.length - 1,
  })),
})
/** Three minutes between two rounds. */
const pauseHours = 1 / 20
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
    likes: ['captains-share', 'european-roulette', 'liftoff', 'plinth'],
    details: {
      wallet: { account: 'alice@example.com' },
      iban: { iban: 'DE89370400440532013000', name: 'Alice Weber' },
      bank: {},
    },
    events: [
      paidIn(days(34), 'card', 10_000n),
      sitting(days(34) - 1, 'fruit-parade', 200n, 200n, 500n, 500n, 1_000n),
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
      sitting(days(19) - 1, 'twin-dice', 2_000n, 2_000n, 2_000n, 2_500n, 2_500n, 5_000n),
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
      sitting(days(5) - 1, 'plinth', 5_000n, 5_000n, 10_000n, 10_000n, 10_000n),
      { hoursAgo: days(4), cashback: 'weekly' },
      paidIn(days(2), 'bank', 100_000n),
      potSitting(20, 500n, 1_000n, 1_000n, 500n),
      { hoursAgo: 3, type: 'withdrawal', method: 'card', amount: 30_000n, status: 'review' },
      sitting(2, 'twin-dice', 3_000n, 1_000n),
      // She was called away: its field still waits for her.
      sitting(1, 'minefold', 200n),
    ],
  },
  'bruno@example.com': {
    currency: 'BRL',
    likes: ['liftoff', 'plinth'],
    details: { pix: { cpf: '52998224725' } },
    events: [
      {
        hoursAgo: days(7),
        type: 'deposit',
        method: 'card',
        amount: 10_000n,
        status: 'failed',
        reason: 'DECLINED_BY_BANK',
      },
      paidIn(days(7) - 1, 'pix', 10_000n),
      sitting(days(7) - 2, 'plinth', 500n, 500n, 1_000n),
      sitting(days(3), 'fruit-parade', 500n, 500n, 500n, 1_000n),
      // His field still waits for him, too.
      sitting(4, 'minefold', 500n),
    ],
  },
  'chika@example.com': {
    currency: 'JPY',
    likes: ['fruit-parade', 'blackjack-salon'],
    details: { wallet: { account: 'chika@example.com' } },
    events: [
      paidIn(days(15), 'card', 10_000n),
      sitting(days(15) - 1, 'fruit-parade', 500n, 500n, 1_000n),
      {
        hoursAgo: days(9),
        type: 'deposit',
        method: 'card',
        amount: 20_000n,
        status: 'failed',
        reason: 'INSUFFICIENT_FUNDS',
      },
      paidIn(days(8), 'wallet', 5_000n),
      potSitting(22, 800n, 500n),
      // And one waits for her.
      sitting(6, 'minefold', 300n),
    ],
  },
}

/** Once per player, whose row is locked: a player who has moved money already, in the demo world or by hand, is left alone. */
export async function addDemoMoney({ keys, config }: Parts, tx: Tx, login: string, playerId: bigint): Promise<void> {
  const story = Object.hasOwn(stories, login) ? stories[login] : undefined
  if (!story) return
  if (await hasEntries(tx, playerId)) return
  const { currency, likes, details, events } = story
  if ((await readStanding(tx, playerId)).currency !== currency) return
  const card = openPaymentCards(keys.paymentSecret.current).tokenOf(testNumberOf(login))
  if (!card) throw new Error('the card of the demo world is no card')
  const playsOf = (some: readonly Event[]) => some.flatMap((event) => ('plays' in event ? event.plays : []))
  const end = events.findIndex((event) => 'cashback' in event)
  const losing = playsOf(events.slice(0, Math.max(end, 0))).length
  await pastRounds.chooseSeed(tx, { playerId, currency, keys, plays: playsOf(events), losing })
  await addFavourites(tx, playerId, likes)
  await registerBefore(tx, playerId, Math.max(...events.map(({ hoursAgo }) => hoursAgo)))
  for (const [at, event] of events.entries()) {
    if ('plays' in event) {
      await playSitting(tx, { playerId, currency, keys, ...event })
      await noteOpened(tx, playerId, event)
      continue
    }
    if ('cashback' in event) {
      await closePastPeriod(tx, event.cashback, playerId)
      continue
    }
    const isCard = event.method === 'card'
    const values = isCard ? { card_token: card.token } : (details[event.method] ?? {})
    const past = { ...event, playerId, currency, values, key: `demo-${at}`, ...(isCard && { cardMask: card.mask }) }
    const id = await addPastEntry({ keys, config }, tx, past)
    await setUsedAt(tx, playerId, [`${event.type}:${id}`], event.hoursAgo)
  }
}

/** Who paid in weeks ago had an account by then. */
const registerBefore = (tx: Tx, playerId: bigint, hoursAgo: number) =>
  sql`update account_player set reg_time = least(reg_time, ${ago(hoursAgo + 1)}) where id = ${playerId}`.execute(tx)

/** The game of a sitting stands among those that were opened last. */
const noteOpened = (tx: Tx, playerId: bigint, { plays, hoursAgo }: Sitting & { hoursAgo: number }) =>
  sql`insert into games_recent (player_id, game, at) select ${playerId}, sysname, ${ago(hoursAgo)} from games_game
    where sysname = ${plays[0]?.game ?? ''} on conflict (player_id, game) do update set at = excluded.at`.execute(tx)

/** The first of them is the one that was liked last. */
const addFavourites = (tx: Tx, playerId: bigint, likes: readonly string[]) =>
  sql`insert into games_like (player_id, game, at)
    select ${playerId}, sysname, now() - make_interval(days => place::int)
    from unnest(${likes}::text[]) with ordinality as liked (game, place) join games_game on sysname = liked.game
    on conflict do nothing`.execute(tx)

type Sat = Parameters<typeof pastRounds.play>[1] & { hoursAgo: number }

async function playSitting(tx: Tx, { hoursAgo, ...sitting }: Sat): Promise<void> {
  for (const [at, round] of (await pastRounds.play(tx, sitting)).entries()) {
    if (round === null) continue
    const then = hoursAgo - at * pauseHours
    await pastRounds.tellTime(tx, round, then)
    await setUsedAt(
      tx,
      sitting.playerId,
      [`stake:studio:${round}:1`, `return:studio:${round}:1`, `pot:studio:${round}:1`],
      then,
    )
    await tx
      .updateTable('jackpots_win')
      .set({ at: ago(then) })
      .where('round', '=', round)
      .execute()
  }
}

const ago = (hours: number) => sql<Date>`now() - make_interval(secs => ${hours * 3_600})`

/** The ledger says when money really moved; the activity pages tell the story. */
const setUsedAt = (tx: Tx, playerId: bigint, keys: string[], hoursAgo: number) =>
  tx
    .updateTable('limits_use')
    .set({ at: ago(hoursAgo) })
    .where('player_id', '=', playerId)
    .where('key', 'in', keys)
    .execute()
