import { randomBytes, randomInt } from 'node:crypto'
import type { SampleBooks, SampleRound, Seat } from './books.ts'
import {
  cornerCount,
  fieldCount,
  fromText,
  hours,
  ladder,
  stakesOf,
  streakWin,
  toText,
  wheel,
  wheelWin,
} from './math.ts'
import type { Post } from './post.ts'
import { moneyIn, type Wallet } from './wallet.ts'

/** A no to the browser: a reason and a status. */
export class No extends Error {
  readonly status: number
  constructor(reason: string, status = 422) {
    super(reason)
    this.status = status
  }
}

type Wheel = { pick: number; field: number }
type Kick = { corner: number; dive: number }

const games = ['wheel-of-hours', 'goal-streak'] as const

type DeskOptions = { books: SampleBooks; wallet: Wallet; post: Post; homes: readonly string[] }
type Opening = Record<'token' | 'game' | 'mode' | 'locale' | 'currency' | 'home', string>
type FreeSpin = { pack: string; remaining: number; stake: string }

export type RoundDesk = ReturnType<typeof openRoundDesk>

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function spinsIn(data: Record<string, unknown>): FreeSpin[] {
  const list = Array.isArray(data.free_spins) ? data.free_spins : []
  return list.filter(isRecord).map((spin) => ({
    pack: String(spin.pack),
    remaining: Number(spin.remaining),
    stake: moneyIn(spin.stake),
  }))
}

const callOf = (round: SampleRound, transaction: string) => ({
  transaction,
  round: round.id,
  game: round.game,
  player: round.player,
  currency: round.currency,
})

/** What the page may see: no outcome before the stake is taken. */
function view(round: SampleRound) {
  const { id, stake, won, state, reason, balance, currency } = round
  const isKnown = state === 'over' || state === 'open' || state === 'settling'
  return {
    round: id,
    state,
    reason,
    currency,
    stake,
    is_free: round.is_free === 1,
    won: isKnown ? won : '0',
    balance,
    data: isKnown ? JSON.parse(round.data) : null,
  }
}

/** What came of a round that is over: the hour of the wheel, the goals that were paid. */
function resultOf({ game, data, won }: SampleRound): number {
  const { field = 0, kicks = [] }: { field?: number; kicks?: Kick[] } = JSON.parse(data)
  if (game === 'wheel-of-hours') return wheel[field] ?? 0
  return /[1-9]/.test(won) ? kicks.length : 0
}

/** What one question of a page is made of. */
function openSteps({ books, wallet, post }: Omit<DeskOptions, 'homes'>) {
  async function ask(seat: Pick<Seat, 'token'>) {
    const reply = await wallet.send('balance', JSON.stringify({ token: seat.token }))
    if (reply.kind === 'unknown') throw new No('NO_ANSWER', 503)
    if (reply.kind === 'no') throw new No(reply.reason || 'UNKNOWN_TOKEN', 403)
    return { player: String(reply.data.player), balance: moneyIn(reply.data.balance), spins: spinsIn(reply.data) }
  }

  function own(seat: Seat, id: string): SampleRound {
    const round = books.round(id)
    const isOwn = round && round.player === seat.player && round.game === seat.game && round.mode === seat.mode
    if (!isOwn) throw new No('ROUND_UNKNOWN', 404)
    return round
  }

  /** Written, then sent; what is not answered goes on without us. */
  async function write(round: SampleRound, letter: { call: string; said: Record<string, unknown> }, isNew: boolean) {
    const id = String(letter.said.transaction)
    books.together(() => {
      if (isNew) books.addRound(round)
      else books.changeRound(round)
      books.addLetter({ id, round: round.id, call: letter.call, body: JSON.stringify(letter.said) })
    })
    await post.sendNow(id)
    return view(books.round(round.id) ?? round)
  }

  async function stakeOf(seat: Seat, said: Record<string, unknown>) {
    const { currency } = seat
    const { pack } = said
    if (typeof pack === 'string') {
      const spin = (await ask(seat)).spins.find((each) => each.pack === pack)
      if (!spin) throw new No('PACK_USED')
      return { stake: fromText(spin.stake, currency), pack }
    }
    const stake = stakesOf(currency).find((each) => toText(each, currency) === said.stake)
    if (stake === undefined) throw new No('STAKE')
    return { stake, pack: null }
  }

  async function settle(round: SampleRound, kicks: readonly Kick[], goals: number, isLost: boolean) {
    const { currency } = round
    const won = toText(isLost ? 0n : streakWin(fromText(round.stake, currency), goals), currency)
    const said = { ...callOf(round, `${round.id}:win`), amount: won, is_closed: true }
    return write({ ...round, state: 'settling', won, data: JSON.stringify({ kicks }) }, { call: 'win', said }, false)
  }

  return { ask, own, write, stakeOf, settle }
}

/** What the pages of the games ask for. Chance is drawn before the wallet is asked, and written down with the question. */
export function openRoundDesk({ homes, ...parts }: DeskOptions) {
  const { books } = parts
  const { ask, own, write, stakeOf, settle } = openSteps(parts)

  return {
    async open(opening: Opening): Promise<string> {
      const game = games.find((known) => known === opening.game)
      const isWhole = opening.token && (opening.mode === 'real' || opening.mode === 'demo') && opening.currency
      if (!game || !isWhole || !homes.includes(opening.home)) throw new No('LAUNCH', 400)
      const { player } = await ask(opening)
      const id = randomBytes(24).toString('base64url')
      books.addSeat({ id, player, ...opening })
      return id
    },

    seat(id: string): Seat {
      const seat = books.seat(id)
      if (!seat) throw new No('SEAT', 404)
      return seat
    },

    async state(seat: Seat) {
      const { balance, spins } = await ask(seat)
      const round = books.unfinished(seat)
      const last = books.last(seat, 10).map(resultOf)
      return { balance, round: round && view(round), spins: seat.game === 'wheel-of-hours' ? spins : [], last }
    },

    round: (seat: Seat, id: string) => view(own(seat, id)),

    /** The page names the round, so that a page that asks twice stakes once. */
    async stake(seat: Seat, said: Record<string, unknown>) {
      const id = typeof said.round === 'string' && /^[0-9a-f-]{36}$/.test(said.round) ? said.round : null
      if (!id) throw new No('ROUND', 400)
      if (books.round(id)) return view(own(seat, id))
      const open = books.unfinished(seat)
      if (open) return view(open)
      const { stake, pack } = await stakeOf(seat, said)
      const { player, game, mode, currency, token } = seat
      const amount = toText(stake, currency)
      const begun: SampleRound = {
        ...{ id, player, game, mode, currency, stake: amount, won: toText(0n, currency), state: 'staking' },
        ...{ reason: '', balance: '', is_free: pack === null ? 0 : 1, data: JSON.stringify({ kicks: [] }) },
      }
      if (game === 'goal-streak') {
        return write(begun, { call: 'bet', said: { ...callOf(begun, `${id}:bet`), token, amount } }, true)
      }
      const pick = Number(said.pick)
      if (!hours[pick]) throw new No('PICK')
      const field = randomInt(fieldCount)
      const won = toText(wheelWin(stake, pick, field), currency)
      const data: Wheel = { pick, field }
      const round = { ...begun, won, data: JSON.stringify(data) }
      const called = { ...callOf(round, `${id}:spin`), token }
      return pack === null
        ? write(round, { call: 'betwin', said: { ...called, amount, win: won } }, true)
        : write(round, { call: 'freespin', said: { ...called, pack, amount: won } }, true)
    },

    async kick(seat: Seat, said: Record<string, unknown>) {
      const round = own(seat, String(said.round))
      const { kicks }: { kicks: Kick[] } = JSON.parse(round.data)
      const corner = Number(said.corner)
      if (!Number.isInteger(corner) || corner < 0 || corner >= cornerCount) throw new No('CORNER')
      // The same kick again: its answer was lost.
      if (round.state !== 'open' || said.kick !== kicks.length) return view(round)
      const kick = { corner, dive: randomInt(cornerCount) }
      const all = [...kicks, kick]
      const isLost = kick.dive === corner
      if (isLost) return settle(round, all, 0, true)
      if (all.length === ladder.length) return settle(round, all, all.length, false)
      const after = { ...round, data: JSON.stringify({ kicks: all }) }
      books.changeRound(after)
      return view(after)
    },

    async take(seat: Seat, said: Record<string, unknown>) {
      const round = own(seat, String(said.round))
      const { kicks }: { kicks: Kick[] } = JSON.parse(round.data)
      if (round.state !== 'open' || kicks.length === 0) return view(round)
      return settle(round, kicks, kicks.length, false)
    },
  }
}
