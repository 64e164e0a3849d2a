import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

/** One player at one game, as the operator's token told. */
export type Seat = {
  id: string
  token: string
  game: string
  mode: string
  locale: string
  currency: string
  player: string
  home: string
}

/**
 * `staking`: not known yet whether the stake was taken · `open`: it was · `settling`: the win is on its way ·
 * `returning`: the stake is being taken back · `over` · `void`: nothing came of it.
 */
export type SampleState = 'staking' | 'open' | 'settling' | 'returning' | 'over' | 'void'

export type SampleRound = {
  id: string
  player: string
  game: string
  mode: string
  currency: string
  stake: string
  won: string
  state: SampleState
  reason: string
  balance: string
  is_free: number
  /** What happened in it, as JSON. */
  data: string
}

/** A call to the wallet, written before it is sent. */
export type QueuedCall = {
  id: string
  round: string
  call: string
  body: string
  state: 'waiting' | 'yes' | 'no' | 'dropped'
  reason: string
  tries: number
  first_at: number
  next_at: number
}

const schema = `
  create table if not exists seat (id text primary key, token text not null, game text not null, mode text not null,
    locale text not null, currency text not null, player text not null, home text not null) strict;
  create table if not exists round (id text primary key, player text not null, game text not null, mode text not null,
    currency text not null, stake text not null, won text not null, state text not null, reason text not null,
    balance text not null, is_free integer not null, data text not null) strict;
  create index if not exists round_open on round (player, game, mode) where state not in ('over', 'void');
  create index if not exists round_player on round (player, game, mode, currency);
  create table if not exists letter (id text primary key, round text not null, call text not null, body text not null,
    state text not null, reason text not null, tries integer not null, first_at integer not null,
    next_at integer not null) strict;
  create index if not exists letter_waiting on letter (next_at) where state = 'waiting';`

const text = (row: Record<string, unknown>, name: string) => String(row[name] ?? '')

const seatOf = (row: Record<string, unknown>): Seat => ({
  id: text(row, 'id'),
  token: text(row, 'token'),
  game: text(row, 'game'),
  mode: text(row, 'mode'),
  locale: text(row, 'locale'),
  currency: text(row, 'currency'),
  player: text(row, 'player'),
  home: text(row, 'home'),
})
const states: readonly SampleState[] = ['staking', 'open', 'settling', 'returning', 'over', 'void']
const roundOf = (row: Record<string, unknown>): SampleRound => ({
  id: text(row, 'id'),
  player: text(row, 'player'),
  game: text(row, 'game'),
  mode: text(row, 'mode'),
  currency: text(row, 'currency'),
  stake: text(row, 'stake'),
  won: text(row, 'won'),
  state: states.find((state) => state === row.state) ?? 'void',
  reason: text(row, 'reason'),
  balance: text(row, 'balance'),
  is_free: Number(row.is_free),
  data: text(row, 'data'),
})
const letterStates: readonly QueuedCall['state'][] = ['waiting', 'yes', 'no', 'dropped']
const letterOf = (row: Record<string, unknown>): QueuedCall => ({
  id: text(row, 'id'),
  round: text(row, 'round'),
  call: text(row, 'call'),
  body: text(row, 'body'),
  state: letterStates.find((state) => state === row.state) ?? 'dropped',
  reason: text(row, 'reason'),
  tries: Number(row.tries),
  first_at: Number(row.first_at),
  next_at: Number(row.next_at),
})

export type SampleBooks = ReturnType<typeof openBooks>

/** The provider's own memory. What is written here is on the disk before the page is answered. */
export function openBooks(file: string) {
  const db = new DatabaseSync(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 2000;')
  db.exec(schema)

  const put = (table: string, row: Record<string, SQLInputValue>) => {
    const names = Object.keys(row)
    db.prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`).run(
      ...Object.values(row),
    )
  }
  const one = (question: string, ...values: SQLInputValue[]) => db.prepare(question).get(...values)

  return {
    /** All of it, or nothing. */
    together(work: () => void) {
      db.exec('begin immediate')
      try {
        work()
        db.exec('commit')
      } catch (error) {
        db.exec('rollback')
        throw error
      }
    },
    addSeat: (seat: Seat) => put('seat', seat),
    seat(id: string): Seat | null {
      const row = one('select * from seat where id = ?', id)
      return row ? seatOf(row) : null
    },
    addRound: (round: SampleRound) => put('round', round),
    round(id: string): SampleRound | null {
      const row = one('select * from round where id = ?', id)
      return row ? roundOf(row) : null
    },
    /** The round a player left: it goes on, also from another launch. */
    unfinished({
      player,
      game,
      mode,
      currency,
    }: Pick<Seat, 'player' | 'game' | 'mode' | 'currency'>): SampleRound | null {
      const row = one(
        "select * from round where player = ? and game = ? and mode = ? and currency = ? and state not in ('over', 'void')",
        ...[player, game, mode, currency],
      )
      return row ? roundOf(row) : null
    },
    /** The newest first. */
    last: ({ player, game, mode, currency }: Pick<Seat, 'player' | 'game' | 'mode' | 'currency'>, count: number) =>
      db
        .prepare(
          "select * from round where player = ? and game = ? and mode = ? and currency = ? and state = 'over' order by rowid desc limit ?",
        )
        .all(player, game, mode, currency, count)
        .map(roundOf),
    changeRound: ({ id, won, state, reason, balance, data }: SampleRound) =>
      db
        .prepare('update round set won = ?, state = ?, reason = ?, balance = ?, data = ? where id = ?')
        .run(won, state, reason, balance, data, id),
    addLetter: (letter: Pick<QueuedCall, 'id' | 'round' | 'call' | 'body'>) =>
      put('letter', { ...letter, state: 'waiting', reason: '', tries: 0, first_at: Date.now(), next_at: Date.now() }),
    letter(id: string): QueuedCall | null {
      const row = one('select * from letter where id = ?', id)
      return row ? letterOf(row) : null
    },
    changeLetter: ({ id, state, reason, tries, next_at }: QueuedCall) =>
      db
        .prepare('update letter set state = ?, reason = ?, tries = ?, next_at = ? where id = ?')
        .run(state, reason, tries, next_at, id),
    due: (now: number): QueuedCall[] =>
      db
        .prepare("select * from letter where state = 'waiting' and next_at <= ? order by next_at limit 50")
        .all(now)
        .map(letterOf),
    waiting: (): number => Number(one("select count(*) as count from letter where state = 'waiting'")?.count),
    /** After a restart every waiting call is due at once. */
    hurry: () => db.exec("update letter set next_at = 0 where state = 'waiting'"),
    close: () => db.close(),
  }
}
